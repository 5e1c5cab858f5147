import type { ImportOutcome } from '@postern/domain/mail-import';
import { newId } from '../../runtime/ids.ts';
import { readBundle } from '../bundles/public.ts';
import { enqueueMail } from '../notifications/public.ts';
import { endImport } from './end-import.ts';
import { type Run, step } from './engine-context.ts';
import { IMPORT_ENDED_MAIL } from './import-mails.ts';
import type { ImportRow } from './mail-import-repository.ts';

type Ending = { status: ImportOutcome; problem?: ImportRow['problem']; missingBytes?: number };

/** Ends an import that this process works on, erases its password and mails how it went, all in one transaction. */
export async function finishImport(run: Run, ending: Ending): Promise<void> {
  const { clock, jobs } = run.deps;
  // The sums first, so that the audit and the mail have them.
  await step(run, async () => {});
  await step(run, async (tx) => {
    const ended = await endImport(tx, clock, run.row, { ...ending, actor: 'system' });
    const locale = (await readBundle(tx, run.row))?.locale ?? 'en';
    const { partnerId, taskId, copied, present, remoteEmail: sourceEmail, destinationEmail } = run.row;
    const missed = run.row.failed + run.row.skipped;
    const isWhole = ending.status !== 'failed' && ending.status !== 'partial_successful';
    const signedIn = run.row.signInWith !== null;
    const attrs = {
      partnerId,
      locale,
      taskId,
      copied,
      present,
      missed,
      isWhole,
      signedIn,
      sourceEmail,
      destinationEmail,
    };
    const { byEmail, notificationEmail, ownerEmail } = run.row;
    for (const to of new Set([byEmail, notificationEmail ?? byEmail, ownerEmail ?? byEmail]))
      await enqueueMail(tx, jobs, IMPORT_ENDED_MAIL, { messageId: newId(clock.now()), to, attrs });
    return { status: ended.status };
  });
}
