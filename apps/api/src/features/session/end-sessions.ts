import type { Queryable } from '../../db/client.ts';
import { stepOut } from '../../db/step-out.ts';
import { deleteLoginTokensOf, deleteSessionsOf, setSessionRole } from './session-repository.ts';

type Login = { customerId: string; mailboxId: string };

/** Ends every session of a mailbox in the caller's transaction: each is refused on its next call. */
export const endSessionsOf = (tx: Queryable, { customerId, mailboxId }: Login): Promise<unknown> =>
  stepOut(tx, () => deleteSessionsOf(tx, customerId, mailboxId));

/** The same for a mailbox that goes, with the mailed links to it. */
export const endLoginOf = (tx: Queryable, { customerId, mailboxId }: Login): Promise<unknown> =>
  stepOut(tx, async () => {
    await deleteSessionsOf(tx, customerId, mailboxId);
    await deleteLoginTokensOf(tx, customerId, mailboxId);
  });

/** Lets the sessions of a mailbox that was made an admin act as one from their next call on. */
export const raiseSessionsOf = (tx: Queryable, { customerId, mailboxId }: Login): Promise<unknown> =>
  stepOut(tx, () => setSessionRole(tx, customerId, mailboxId, 'domainAdmin'));
