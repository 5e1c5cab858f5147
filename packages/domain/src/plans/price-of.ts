import { type Currency, multiply, roundHalfAwayFromZero, toAmountNumber, toMinor } from '../money/index.ts';
import { BILLING_CYCLES, type BillingCycle, CYCLE_MONTHS } from './billing-cycles.ts';
import type { Plan, PlanPrice } from './plan.ts';

/** One account for one cycle, in minor units. */
export type CyclePrice = { priceMinor: number; firstCyclePriceMinor: number };

/** Prices as the panel API sends them: decimal numbers by cycle, in the plan's one currency. Spec 1 §3, Plan. */
export type Pricing = Partial<Record<BillingCycle, { price: number; firstBillingCyclePrice: number }>>;

type Priced = Pick<Plan, 'prices' | 'isTrial' | 'isFree'>;

/**
 * What one account costs for a cycle; null if the plan isn't sold that way. Spec 1 §9. Without a yearly price in the catalogue, a year
 * costs twelve months; a discount on the first month doesn't carry over to that year. A free or trial plan without prices costs nothing.
 */
export function priceOf(plan: Priced, currency: Currency, cycle: BillingCycle): CyclePrice | null {
  const given = find(plan, currency, cycle);
  if (given) return { priceMinor: given.priceMinor, firstCyclePriceMinor: given.firstCyclePriceMinor };
  const month = cycle === 'yearly' ? find(plan, currency, 'monthly') : undefined;
  if (month) {
    const priceMinor = multiply(month.priceMinor, CYCLE_MONTHS.yearly);
    return { priceMinor, firstCyclePriceMinor: priceMinor };
  }
  const isGratis = (plan.isFree || plan.isTrial) && plan.prices.length === 0;
  return isGratis ? { priceMinor: 0, firstCyclePriceMinor: 0 } : null;
}

/** Whether the first cycle is cheaper than those after it. Spec 1 §3, Plan. */
export function isDiscounted(price: CyclePrice): boolean {
  return price.firstCyclePriceMinor < price.priceMinor;
}

/** A cycle's price per account and month, rounded. For display only; totals are computed from the cycle's price. */
export function monthlyDisplayPriceMinor(priceMinor: number, cycle: BillingCycle): number {
  return roundHalfAwayFromZero(priceMinor, CYCLE_MONTHS[cycle]);
}

/** How much a cycle saves compared to paying monthly, in whole percent, rounded down so that it never promises too much; 0 if nothing. */
export function savingPercent(plan: Priced, currency: Currency, cycle: BillingCycle): number {
  const month = find(plan, currency, 'monthly');
  const price = priceOf(plan, currency, cycle);
  if (!month || !price || month.priceMinor <= 0) return 0;
  const byMonth = multiply(month.priceMinor, CYCLE_MONTHS[cycle]);
  return Math.max(0, Number((BigInt(byMonth - price.priceMinor) * 100n) / BigInt(byMonth)));
}

/** The panel API's prices in the domain's form. Throws on more than two decimals. */
export function pricesOfPricing(
  pricing: { readonly [Cycle in BillingCycle]?: Pricing[Cycle] | undefined },
  currency: Currency,
): PlanPrice[] {
  return BILLING_CYCLES.flatMap((cycle) => {
    const given = pricing[cycle];
    if (!given) return [];
    const firstCyclePriceMinor = toMinor(given.firstBillingCyclePrice);
    return [{ currency, cycle, priceMinor: toMinor(given.price), firstCyclePriceMinor }];
  });
}

/** A plan's prices in one currency as the panel API sends them, including a yearly price that follows from the monthly one. */
export function pricingOfPrices(plan: Priced, currency: Currency): Pricing {
  const pricing: Pricing = {};
  if (plan.prices.length === 0) return pricing;
  for (const cycle of BILLING_CYCLES) {
    const found = priceOf(plan, currency, cycle);
    if (!found) continue;
    const firstBillingCyclePrice = toAmountNumber(found.firstCyclePriceMinor);
    pricing[cycle] = { price: toAmountNumber(found.priceMinor), firstBillingCyclePrice };
  }
  return pricing;
}

function find(plan: Pick<Plan, 'prices'>, currency: Currency, cycle: BillingCycle): PlanPrice | undefined {
  return plan.prices.find((price) => price.currency === currency && price.cycle === cycle);
}
