import type { OutputOf } from '@postern/contract/operation';
import type { completePurchase } from '@postern/contract/purchase';
import { toAmountNumber } from '@postern/domain/money';
import type { Queryable } from '../../../db/client.ts';
import { findMailOrder } from '../../subscriptions/public.ts';
import type { PurchaseRow } from '../purchase-repository.ts';

type Order = OutputOf<typeof completePurchase>['order'];

/** The order that a purchase wrote, as the API shows it. */
export async function findOrderOf(tx: Queryable, purchase: PurchaseRow): Promise<Order | null> {
  const { customerId, bundleId } = purchase;
  const order = bundleId === null || customerId === null ? null : await findMailOrder(tx, { customerId, bundleId });
  if (order === null || purchase.plan === null) return null;
  return {
    orderId: purchase.orderId ?? order.orderId,
    planId: purchase.plan.planId,
    planType: purchase.plan.planType,
    billingCycle: purchase.plan.billingCycle,
    noOfAccounts: purchase.plan.noOfAccounts,
    chargedAmount: toAmountNumber(purchase.amountMinor ?? 0),
    currency: purchase.plan.currency,
    expiresOn: order.expiresAt === null ? null : order.expiresAt.toISOString(),
  };
}
