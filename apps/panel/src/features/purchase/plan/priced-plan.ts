import type { Plan } from '@postern/contract/plans';
import {
  accountPrice,
  type BillingCycle,
  cyclesToOffer,
  isDiscounted,
  monthlyDisplayPriceMinor,
  pricesOfPricing,
  savingPercent,
} from '@postern/domain/plans';

/** A plan as the pricing rules take it. */
type PricedPlan = ReturnType<typeof pricedPlan>;

/** A cycle as the picker shows it. Prices are in minor units for one mailbox. */
export type CycleOffer = {
  cycle: BillingCycle;
  /** The monthly price in the first cycle; for display only. */
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

/** The billing cycles of the plan, in the picker's order. */
export function offersOf(priced: PricedPlan, currency: Plan['currency']): CycleOffer[] {
  return cyclesToOffer(priced, currency).flatMap((cycle) => {
    const price = accountPrice(priced, currency, cycle);
    if (price === null) return [];
    const { firstPriceMinor, priceMinor } = price;
    return {
      cycle,
      priceMinor,
      firstPriceMinor,
      monthlyMinor: monthlyDisplayPriceMinor(firstPriceMinor, cycle),
      isDiscounted: isDiscounted({ priceMinor, firstCyclePriceMinor: firstPriceMinor }),
      savingPercent: savingPercent(priced, currency, cycle),
    };
  });
}
