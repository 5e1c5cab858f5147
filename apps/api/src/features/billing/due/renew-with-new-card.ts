import type { Queryable } from '../../../db/client.ts';
import { readBundle } from '../../bundles/public.ts';
import type { BilledOrder } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { findOpenPayment, type PaymentRow } from '../payment/payment-repository.ts';
import { payerOf, prepareCharge } from './prepare-charge.ts';
import { costOf } from './take-due-step.ts';

/** Names charges to a new card, which come on top of the scheduled tries. */
const EXTRA_TRY = 'new-card/';

export const isExtraTry = ({ chargeKey }: Pick<PaymentRow, 'chargeKey'>): boolean => chargeKey.startsWith(EXTRA_TRY);

/**
 * Prepares to charge a failed renewal to the card that was just saved, without waiting for the next try; null if nothing is to be paid. If
 * this charge fails too, the scheduled tries continue as if it hadn't been made.
 */
export async function renewWithNewCard(
  tx: Queryable,
  deps: BillingDeps,
  billed: BilledOrder,
  at: Date,
): Promise<PaymentRow | null> {
  const { order, billing } = billed;
  const isRetrying = billing.failures > 0 && billing.stoppedAt === null;
  if (!isRetrying || !order.autoRenew || billing.cancelledAt !== null) return null;
  const held = await readBundle(tx, order);
  // A payment under way must end first: it may renew the order.
  if (held === null || (await findOpenPayment(tx, order)) !== null) return null;
  const next = await costOf(tx, { billed, partnerId: held.partnerId, at });
  if (next === null) return null;
  const { partnerId } = held;
  const amountMinor = next.sum.toPayMinor;
  const payer = await payerOf(tx, deps, { partnerId, customerId: order.customerId, amountMinor, at });
  if (payer === null || payer.paymentMethodId === null) return null;
  const wish = { orderItems: [{ orderType: order.product, action: 'renew' as const }], monthExtension: 0 };
  return prepareCharge(tx, deps, billed, { kind: 'renewal', payer, wish, next, at, keyPrefix: EXTRA_TRY });
}
