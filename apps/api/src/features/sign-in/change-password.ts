import { checkNewPassword } from '@postern/domain/passwords';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import { deleteAppPasswordsOf } from '../app-passwords/public.ts';
import { enqueueEndMailSessions } from '../mail-sessions/public.ts';
import { endOtherSessionsOf } from '../session/public.ts';
import { deleteLoginTokensOf, setCustomerPassword, setMailboxPassword } from './sign-in-repository.ts';

type Deps = { db: Database; clock: Clock; hashing: PasswordHashing; jobs: JobQueue };

/**
 * Gives the caller's own login a new password. The former one was given a moment ago, see `needsPassword`. All other sessions end, so that
 * nobody else stays signed in with the former password. Mailed links for a new password and the app passwords of the mailbox stop working, as
 * after a mailed link.
 */
export async function changePassword(
  deps: Deps,
  { actor, requestId }: SessionContext,
  { password }: { password: string },
): Promise<Record<string, never>> {
  const { customerId, bundleId, mailboxId, email, tokenHash, role } = actor;
  // Supporters sign in with accounts of their own, and may not change a customer's password.
  assertMay(role === 'domainAdmin' || role === 'accountAdmin');
  const verdict = checkNewPassword(password);
  if (!verdict.ok) throw invalid([{ path: 'password', code: verdict.code, message: 'Choose another password.' }]);
  const passwordHash = await deps.hashing.hash(password);
  await deps.db.asSystem(async (tx) => {
    // The session ended while the password was hashed: a mailed link has set another one.
    if (!(await endOtherSessionsOf(tx, { customerId, mailboxId, tokenHash }))) throw new PanelError('UNAUTHENTICATED');
    if (mailboxId === null) await setCustomerPassword(tx, customerId, passwordHash);
    else {
      await setMailboxPassword(tx, customerId, mailboxId, passwordHash);
      await deleteAppPasswordsOf(tx, { customerId, mailboxId });
      await enqueueEndMailSessions(tx, deps.jobs, { mailboxId, address: email });
    }
    await deleteLoginTokensOf(tx, customerId, mailboxId);
    const what = { action: 'password.changed' as const, target: email };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: email, ...what, requestId });
  });
  return {};
}
