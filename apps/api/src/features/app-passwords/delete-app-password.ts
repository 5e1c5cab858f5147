import type { MailBackend } from '@postern/adapter-mail/port';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { enqueueEndMailSessions } from '../mail-sessions/public.ts';
import { assertOwnMailbox } from './app-password-policy.ts';
import { deleteAppPasswordRow } from './app-password-repository.ts';

type Deps = { db: Database; clock: Clock; jobs: JobQueue; mail: MailBackend };

/**
 * Deletes an app password. It stops working with the commit, and all mail sessions of the mailbox end. Email apps with another password
 * reconnect on their own: the mail server doesn't know which session used which password.
 */
export async function deleteAppPassword(
  deps: Deps,
  { actor, requestId, log }: SessionContext,
  appPasswordId: string,
): Promise<Record<string, never>> {
  const key = assertOwnMailbox(actor);
  const { customerId, bundleId, mailboxId } = key;
  const sessions = { mailboxId, address: actor.email };
  const name = await deps.db.asTenant(customerId, async (tx) => {
    const gone = await deleteAppPasswordRow(tx, { ...key, appPasswordId });
    if (gone === null) return null;
    await enqueueEndMailSessions(tx, deps.jobs, sessions);
    const what = { action: 'app-password.deleted' as const, target: actor.email, attrs: { name: gone } };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
    return gone;
  });
  if (name !== null) {
    // Try at once. If that fails, the job that was enqueued with the change does it.
    await deps.mail
      .endSessions(sessions)
      .catch((error: unknown) => log.warn({ err: error, mailboxId }, 'mail sessions not ended yet'));
  }
  return {};
}
