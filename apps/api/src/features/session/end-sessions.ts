import { asTableOwner } from '../../db/as-table-owner.ts';
import type { Queryable } from '../../db/client.ts';
import {
  deletePurchaseTokensOf,
  deleteSessions,
  deleteSessionsOf,
  lockSessionsOf,
  setSessionRole,
} from './session-repository.ts';

type Login = { customerId: string /** Null for a customer login. */; mailboxId: string | null };

/** Ends every session of a login in the caller's transaction. Each is refused on its next call. */
export const endSessionsOf = (tx: Queryable, { customerId, mailboxId }: Login): Promise<unknown> =>
  asTableOwner(tx, async () => {
    await deleteSessionsOf(tx, customerId, mailboxId);
    if (mailboxId === null) await deletePurchaseTokensOf(tx, customerId);
  });

/** Ends every session of a login but one; false, and nothing is ended, if that one is over. */
export const endOtherSessionsOf = (
  tx: Queryable,
  { customerId, mailboxId, tokenHash }: Login & { tokenHash: string },
): Promise<boolean> =>
  asTableOwner(tx, async () => {
    const held = await lockSessionsOf(tx, customerId, mailboxId);
    if (!held.includes(tokenHash)) return false;
    const others = held.filter((each) => each !== tokenHash);
    if (others.length > 0) await deleteSessions(tx, others);
    if (mailboxId === null) await deletePurchaseTokensOf(tx, customerId);
    return true;
  });

/** Gives the sessions of a mailbox that became an admin the admin's role, from their next call on. */
export const raiseSessionsOf = (
  tx: Queryable,
  { customerId, mailboxId }: { customerId: string; mailboxId: string },
): Promise<unknown> => asTableOwner(tx, () => setSessionRole(tx, customerId, mailboxId, 'domainAdmin'));
