import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { toAmountNumber, toMinor } from '@postern/domain/money';
import { type BillingCycle, priceToShow } from '@postern/domain/plans';

/** The order for which plans are shown, and the place of its plan among them; null if that is no longer sold. */
export type Shopper = { plan: CurrentPlan; order: OrderDetails; zIndex: number | null };

type Price = { amount: number; isFirst: boolean };

/**
 * What a mailbox of a plan costs for this order now: the first cycle's price where a first cycle begins, or runs on. It is the one that
 * the quote has. Null if the plan isn't sold by this cycle. Rules P-12, C-03, C-07, C-08, C-10.
 */
export function priceNow(sold: Plan, cycle: BillingCycle, { plan, order, zIndex }: Shopper): Price | null {
  const price = sold.pricing[cycle];
  if (price === undefined) return null;
  const { isPaid, isTrial } = order.planDetails;
  // Another cycle is a new period, and a lower plan starts with the next one: both at the normal price.
  const goesOn = cycle === plan.billingCycle && sold.zIndex >= (zIndex ?? sold.zIndex);
  const minor = { priceMinor: toMinor(price.price), firstCyclePriceMinor: toMinor(price.firstBillingCyclePrice) };
  const shown = priceToShow(minor, {
    isTrialOn: isTrial,
    isFirstCycleRunning: !isPaid || (goesOn && (plan.firstBillingCycleUntil ?? null) !== null),
    isSourceExcluded: false,
    trialUntilMillis: plan.trialUntil === null ? null : Date.parse(plan.trialUntil),
    expiresAtMillis: plan.expiresOn === null ? null : Date.parse(plan.expiresOn),
  });
  return { amount: toAmountNumber(shown), isFirst: shown < minor.priceMinor };
}
