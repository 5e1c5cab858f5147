import type { Suspension } from '@postern/contract/mailbox-administration';
import { isOwnSuspension, mayWithMailboxes } from '@postern/domain/mailboxes';
import { type Role, ROLES, roleName } from '@postern/domain/sign-in';
import type { Database } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { findPartner } from '../../partners/public.ts';
import { findMailbox } from '../administration-repository.ts';
import { listSuspensionRows } from './suspension-repository.ts';

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Every reason why a mailbox is suspended, oldest first, and which of them the caller may lift. */
export async function listSuspensions(
  deps: { db: Database },
  { actor }: SessionContext,
  accountId: string,
): Promise<{ suspensions: Suspension[] }> {
  assertMay(mayWithMailboxes(actor.role, 'suspend'));
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const found = await findMailbox(tx, actor, { mailboxId: accountId });
    if (found === null) throw new PanelError('NOT_FOUND');
    const rows = await listSuspensionRows(tx, found);
    const partner = await findPartner(tx, actor.partnerId);
    return {
      suspensions: rows.map((row) => ({
        suspensionType: row.reason,
        unsuspendable: isOwnSuspension(actor.role, row.byRole),
        userEmail: row.byEmail,
        role: isRole(row.byRole) ? roleName(row.byRole, partner?.brand ?? 'general') : row.byRole,
        createdOnEpochMillis: row.createdAt.getTime(),
      })),
    };
  });
}
