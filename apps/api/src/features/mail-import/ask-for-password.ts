import { RESUME_LINK_DAYS, SIGN_IN_NAMES } from '@postern/domain/mail-import';
import type { Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { importToken } from '../../secrets/import-token.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { readBundle } from '../bundles/public.ts';
import { findMailbox } from '../mailboxes/public.ts';
import { enqueueMail } from '../notifications/public.ts';
import { IMPORT_PASSWORD_MAIL } from './import-mails.ts';
import type { ImportRow } from './mail-import-repository.ts';

export type LinkDeps = { clock: Clock; jobs: JobQueue; sealer: Sealer };

const DAY_MILLIS = 24 * 3_600_000;

/**
 * Mails a link to enter the password of the source, or to sign in at its provider. It goes to the owner or to the person who started the
 * import, in the transaction of the change.
 * `refused`: the source refused the earlier password. Returns the columns of the new link; saving them invalidates the import's earlier link.
 */
export async function askForPassword(
  tx: Queryable,
  { clock, jobs, sealer }: LinkDeps,
  row: ImportRow,
  why: 'asked' | 'refused',
): Promise<Pick<ImportRow, 'linkId' | 'linkHash' | 'linkUntil' | 'mailedTo'>> {
  const now = clock.now();
  const linkId = newId(now);
  const to = row.ownerEmail ?? row.notificationEmail ?? row.byEmail;
  const owner = await findMailbox(tx, row, { mailboxId: row.mailboxId });
  const locale = (row.ownerEmail && owner?.chosenLocale) || ((await readBundle(tx, row))?.locale ?? 'en');
  const attrs = {
    ...{ partnerId: row.partnerId, locale, validDays: RESUME_LINK_DAYS },
    ...{ sourceEmail: row.remoteEmail, destinationEmail: row.destinationEmail, host: row.host },
    ...(row.signInWith === null ? {} : { provider: SIGN_IN_NAMES[row.signInWith] }),
    // An owner who didn't start the import is told who did.
    ...(row.ownerEmail !== null && why === 'asked' ? { askedBy: row.byEmail } : {}),
  };
  await enqueueMail(tx, jobs, IMPORT_PASSWORD_MAIL, { messageId: linkId, to, attrs });
  return {
    ...{ linkId, linkHash: hashToken(importToken(sealer, linkId)), mailedTo: to },
    linkUntil: new Date(now.getTime() + RESUME_LINK_DAYS * DAY_MILLIS),
  };
}
