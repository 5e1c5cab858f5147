import type { Plan } from '@postern/contract/plans';
import {
  type BillingCycle,
  isDiscounted,
  monthlyDisplayPriceMinor,
  priceOf,
  pricesOfPricing,
  savingPercent,
} from '@postern/domain/plans';

/** A plan as the price rules of the domain take it. */
export type PricedPlan = ReturnType<typeof pricedPlan>;

/** A cycle as the picker shows it. Prices are minor units for one mailbox. */
export type CycleOffer = {
  cycle: BillingCycle;
  /** Of the first cycle, a month; for display only. */
  monthlyMinor: number;
  priceMinor: number;
  firstPriceMinor: number;
  isDiscounted: boolean;
  savingPercent: number;
};

/** A trial without prices of its own costs afterwards what its paid plan costs. */
export function pricedPlan(plan: Plan, plans: readonly Plan[]) {
  const hasOwn = Object.keys(plan.pricing).length > 0;
  const source = plan.isTrial && !hasOwn ? (plans.find((other) => other.id === plan.paidPlanId) ?? plan) : plan;
  const prices = pricesOfPricing(source.pricing, plan.currency);
  const isFree = !plan.isTrial && prices.every((price) => price.priceMinor === 0 && price.firstCyclePriceMinor === 0);
  return { type: plan.type, isTrial: plan.isTrial, isFree, prices };
}

/** What one mailbox costs for the first cycle and for those after it; the lower first price counts. */
export function cyclePriceOf(priced: PricedPlan, currency: Plan['currency'], cycle: BillingCycle) {
  const { priceMinor, firstCyclePriceMinor } = priceOf(priced, currency, cycle) ?? FREE;
  return { priceMinor, firstPriceMinor: Math.min(priceMinor, firstCyclePriceMinor) };
}
const FREE = { priceMinor: 0, firstCyclePriceMinor: 0 };

export function offerOf(priced: PricedPlan, currency: Plan['currency'], cycle: BillingCycle): CycleOffer {
  const price = cyclePriceOf(priced, currency, cycle);
  return {
    cycle,
    ...price,
    monthlyMinor: monthlyDisplayPriceMinor(price.firstPriceMinor, cycle),
    isDiscounted: isDiscounted({ priceMinor: price.priceMinor, firstCyclePriceMinor: price.firstPriceMinor }),
    savingPercent: savingPercent(priced, currency, cycle),
  };
}
