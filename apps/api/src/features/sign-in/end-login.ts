import { asTableOwner } from '../../db/as-table-owner.ts';
import type { Queryable } from '../../db/client.ts';
import { endSessionsOf } from '../session/public.ts';
import { deleteLoginTokensOf } from './sign-in-repository.ts';

/** Ends all sessions of a deleted mailbox, and revokes its mailed links. */
export async function endLoginOf(
  tx: Queryable,
  { customerId, mailboxId }: { customerId: string; mailboxId: string },
): Promise<void> {
  await endSessionsOf(tx, { customerId, mailboxId });
  await asTableOwner(tx, () => deleteLoginTokensOf(tx, customerId, mailboxId));
}
