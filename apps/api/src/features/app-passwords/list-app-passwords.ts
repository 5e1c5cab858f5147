import type { AppPassword } from '@postern/contract/app-passwords';
import { APP_PASSWORDS_MAXIMUM } from '@postern/domain/app-passwords';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { assertOwnMailbox } from './app-password-policy.ts';
import { listAppPasswordRows } from './app-password-repository.ts';
import { toAppPassword } from './app-password-view.ts';

/** The app passwords of the caller's mailbox, without the passwords themselves. */
export async function listAppPasswords(
  deps: { db: Database },
  { actor }: SessionContext,
): Promise<{ appPasswords: AppPassword[]; limit: number }> {
  const key = assertOwnMailbox(actor);
  const rows = await deps.db.asTenant(key.customerId, (tx) => listAppPasswordRows(tx, key));
  return { appPasswords: rows.map(toAppPassword), limit: APP_PASSWORDS_MAXIMUM };
}
