import { asTableOwner } from '../../db/as-table-owner.ts';
import type { Queryable } from '../../db/client.ts';
import { endSessionsOf } from '../session/public.ts';
import { forgetBrowsersOf } from './limits/known-browsers.ts';
import { forgetPlacesOf } from './limits/known-places.ts';
import { deleteLoginTokensOf } from './sign-in-repository.ts';

/** Ends all sessions of a deleted mailbox, revokes its mailed links, and forgets where it signed in. */
export async function endLoginOf(
  tx: Queryable,
  { customerId, mailboxId }: { customerId: string; mailboxId: string },
): Promise<void> {
  await endSessionsOf(tx, { customerId, mailboxId });
  await asTableOwner(tx, async () => {
    await deleteLoginTokensOf(tx, customerId, mailboxId);
    await forgetBrowsersOf(tx, { customerId, loginId: mailboxId });
    await forgetPlacesOf(tx, { customerId, loginId: mailboxId });
  });
}
