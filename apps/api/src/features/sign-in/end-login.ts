import type { Queryable } from '../../db/client.ts';
import { stepOut } from '../../db/step-out.ts';
import { endSessionsOf } from '../session/public.ts';
import { deleteLoginTokensOf } from './sign-in-repository.ts';

/** Ends every session of a mailbox that is deleted, and makes its mailed links worthless. */
export async function endLoginOf(
  tx: Queryable,
  { customerId, mailboxId }: { customerId: string; mailboxId: string },
): Promise<void> {
  await endSessionsOf(tx, { customerId, mailboxId });
  await stepOut(tx, () => deleteLoginTokensOf(tx, customerId, mailboxId));
}
