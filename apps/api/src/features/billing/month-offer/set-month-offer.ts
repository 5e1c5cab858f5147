import type { OrderType } from '@postern/contract/shapes';
import { offerMonth } from '@postern/domain/billing';
import { remainingDays } from '@postern/domain/plans';
import { writeAudit } from '../../../db/audit.ts';
import type { BundleKey } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { lockBilledOrders, subscriptionOf, writeMonthOffer } from '../../subscriptions/public.ts';

export type MonthOffer = {
  orderType: OrderType;
  isOffered: boolean;
  /** For the records of operator and partner; the customer isn't told. */
  note: string;
  actor: string;
  attrs?: Record<string, unknown>;
};

/**
 * Offers the customer of a trial one month free, or withdraws the offer; false if it was so already. The purchase that takes the month uses
 * the offer up, under the same lock.
 */
export async function setMonthOffer(
  tx: Queryable,
  clock: Clock,
  key: BundleKey,
  { orderType, isOffered, note, actor, attrs }: MonthOffer,
): Promise<boolean> {
  const billed = (await lockBilledOrders(tx, key)).find(({ order }) => order.product === orderType);
  if (billed === undefined) throw new PanelError('NOT_FOUND');
  const { order, billing } = billed;
  if (isOffered) {
    const left = remainingDays(order.expiresAt?.getTime() ?? null, clock.now().getTime());
    const verdict = offerMonth(subscriptionOf(billed), { remainingDays: left });
    if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
  }
  if (billing.hasMonthOffer === isOffered) return false;
  await writeMonthOffer(tx, billed, isOffered);
  await writeAudit(tx, clock, {
    ...{ customerId: key.customerId, bundleId: key.bundleId, actor, target: order.orderId },
    action: isOffered ? 'subscription.month-offered' : 'subscription.month-withdrawn',
    attrs: { ...attrs, orderType, note },
  });
  return true;
}
