import { creditFundsOf, type Holdings, type ScheduledChange, type Subscription } from '@postern/domain/billing';
import type { Currency } from '@postern/domain/money';
import { planKind } from '@postern/domain/plans';
import type { BilledOrder } from './order-billing-repository.ts';

/** The order as the rules of billing see it. */
export function subscriptionOf({ order, billing }: BilledOrder): Subscription {
  const { periodFrom, periodTo } = billing;
  return {
    currency: order.currency as Currency,
    planId: order.planId,
    kind: planKind(order.plan),
    billingCycle: order.billingCycle,
    noOfAccounts: order.accountsPurchased,
    priceMinor: order.priceMinor,
    firstPriceMinor: billing.firstPriceMinor,
    discount: billing.discount,
    firstCycleUntil: billing.firstCycleUntil,
    period: periodFrom === null || periodTo === null ? null : { from: periodFrom, to: periodTo },
    anchorDay: billing.anchorDay,
    paid: billing.paid,
    addOns: billing.addOns,
    triedAddOns: billing.triedAddOns,
    scheduled: scheduledOf({ order, billing }),
    autoRenew: order.autoRenew,
    isCancelled: billing.cancelledAt !== null,
    renewalDateMoved: billing.renewalDateMoved,
  };
}

/** What is left of what was paid for the order. */
export const holdingsOf = ({ billing: { paid, creditMinor, creditFunds } }: BilledOrder): Holdings => ({
  paid,
  credit: creditFundsOf(creditMinor, creditFunds),
});

/** A cycle chosen for the renewal has columns of its own, which the release before this one writes alone. */
function scheduledOf({ order, billing }: BilledOrder): ScheduledChange | null {
  const { renewalBillingCycle, renewalPriceMinor, planId, accountsPurchased } = order;
  if (billing.scheduled !== null || renewalBillingCycle === null) return billing.scheduled;
  return {
    planId,
    billingCycle: renewalBillingCycle,
    noOfAccounts: accountsPurchased,
    priceMinor: renewalPriceMinor ?? order.priceMinor,
  };
}
