import { normaliseEmailAddress } from '@postern/domain/addresses';
import { isOwnSuspension, mayWithMailboxes } from '@postern/domain/mailboxes';
import { writeAudit } from '../../../db/audit.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { lockBundle } from '../../bundles/public.ts';
import { changeMailbox, type LockedMailbox, lockMailboxByAddress } from '../administration-repository.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';
import { deleteSuspensions, listSuspensionRows, type SuspensionRow } from './suspension-repository.ts';

type Status = { newStatus: 'active' | 'suspended' };
type Acting = Pick<SessionContext, 'actor' | 'requestId'>;

/** Lifts suspensions by the caller's party. The mailbox is active again when no reason is left. Spec 2 §4, account status. */
export async function unsuspendMailbox(
  deps: { db: Database; clock: Clock },
  context: SessionContext,
  input: { email: string; suspensionType?: string | undefined },
): Promise<Status> {
  return deps.db.asTenant(context.actor.customerId, (tx) => unsuspendInDomain(tx, deps.clock, context, input));
}

/** The same in the caller's transaction. */
export async function unsuspendInDomain(
  tx: Queryable,
  clock: Clock,
  context: Acting,
  input: { email: string; suspensionType?: string | undefined },
): Promise<Status> {
  const { actor } = context;
  assertMay(mayWithMailboxes(actor.role, 'suspend'));
  if ((await lockBundle(tx, actor)) === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const held = await lockMailboxByAddress(tx, actor, normaliseEmailAddress(input.email));
  if (held === null) throw new PanelError('NOT_FOUND');
  const rows = await listSuspensionRows(tx, held);
  const lifted = chooseOwn(rows, context, input.suspensionType);
  const newStatus = rows.length > lifted.length ? 'suspended' : 'active';
  if (held.suspended) await lift(tx, clock, context, held, lifted, newStatus);
  return { newStatus };
}

/** The caller's suspensions to lift. Someone else's is refused, and an unknown one is not found. */
function chooseOwn(rows: SuspensionRow[], { actor }: Acting, type: string | undefined): SuspensionRow[] {
  const wanted = type?.trim().normalize('NFC');
  const meant = rows.filter((row) => wanted === undefined || row.reason === wanted);
  const own = meant.filter((row) => isOwnSuspension(actor.role, row.byRole));
  if (own.length > 0 || rows.length === 0) return own;
  throw meant.length > 0 ? new PanelError('NOT_AUTHORIZED', { reason: 'NOT_YOURS' }) : new PanelError('NOT_FOUND');
}

async function lift(
  tx: Queryable,
  clock: Clock,
  { actor, requestId }: Acting,
  held: LockedMailbox,
  lifted: SuspensionRow[],
  newStatus: Status['newStatus'],
): Promise<void> {
  const { customerId, bundleId, mailboxId, address } = held;
  if (lifted.length > 0) {
    await deleteSuspensions(
      tx,
      held,
      lifted.map((row) => row.suspensionId),
    );
  }
  await changeMailbox(tx, { customerId, bundleId }, mailboxId, { suspended: newStatus === 'suspended' });
  await publishMailboxChange(tx, clock, held, 'changed');
  await writeAudit(tx, clock, {
    customerId,
    bundleId,
    actor: actor.email,
    action: 'mailbox.unsuspended',
    target: address,
    attrs: { reasons: lifted.map((row) => row.reason), newStatus },
    requestId,
  });
}
