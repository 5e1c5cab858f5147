import type { readOwnMailbox as contract } from '@postern/contract/mailboxes';
import type { OutputOf } from '@postern/contract/operation';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import type { Database } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { listActiveAdmins } from '../administration-repository.ts';
import { toMailAccount } from './mailbox-view.ts';
import { findMailboxesById } from './read-mailbox-page.ts';

/** More than these nobody needs to ask. */
const ADMINS_SHOWN = 10;

/** The caller's own mailbox, and whom they can ask for help. */
export async function readOwnMailbox(
  deps: { db: Database },
  { actor }: SessionContext,
): Promise<OutputOf<typeof contract>> {
  assertMay(mayWithMailboxes(actor.role, 'readOwn'));
  const { customerId, bundleId, mailboxId } = actor;
  // A customer login, and a supporter who helps, have no mailbox.
  if (mailboxId === null) throw new PanelError('NOT_AUTHORIZED');
  const [row] = await findMailboxesById(deps.db, { customerId, bundleId }, [mailboxId]);
  if (row === undefined) throw new PanelError('NOT_FOUND');
  const admins = await deps.db.asTenant(customerId, (tx) => listActiveAdmins(tx, actor, ADMINS_SHOWN));
  const { email, displayName, quotaUsed, quotaLimit, aliases } = toMailAccount(row);
  return { email, displayName, quotaUsed, quotaLimit, aliases, admins };
}
