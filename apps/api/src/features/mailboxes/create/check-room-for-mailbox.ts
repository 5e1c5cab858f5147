import { canCreateMailbox, type CreateMailboxRefusal } from '@postern/domain/mailboxes';
import { mailboxQuotaMb, remainingDays, sharedQuotaMb } from '@postern/domain/plans';
import type { Queryable } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { findMailOrder, placesOf } from '../../subscriptions/public.ts';

/** Throws unless the plan allows one more mailbox, by the same rule as in the panel. Returns the quota it would get. */
export async function checkRoomForMailbox(
  tx: Queryable,
  clock: Clock,
  actor: { customerId: string; bundleId: string },
  active: number,
): Promise<{ quotaMb: number }> {
  return checkRoomUnder(await findMailOrder(tx, actor), clock, active);
}

type Order = Awaited<ReturnType<typeof findMailOrder>>;

/** The same for an order that was already read, or null if there is none. */
export function checkRoomUnder(order: Order, clock: Clock, active: number): { quotaMb: number } {
  const room = roomForMailbox(order, clock, active);
  if (!room.ok) throw new PanelError(room.code, room.attrs);
  return room;
}

/** The same, but returns the verdict instead of throwing. */
export function roomForMailbox(
  order: Order,
  clock: Clock,
  active: number,
): { ok: true; quotaMb: number } | CreateMailboxRefusal {
  if (order === null) return { ok: false, code: 'PLAN_EXPIRED', attrs: {} };
  const plan = {
    isTrial: order.plan.isTrial,
    isFree: order.plan.isFree,
    remainingDays: remainingDays(order.expiresAt?.getTime() ?? null, clock.now().getTime()),
  };
  const verdict = canCreateMailbox(plan, { active, limit: placesOf(order) });
  if (!verdict.ok) return verdict;
  return { ok: true, quotaMb: mailboxQuotaMb(order.plan) ?? sharedQuotaMb(order.plan) ?? 0 };
}
