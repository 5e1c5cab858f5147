import type { Currency } from '../money/index.ts';
import type { BillingCycle } from './billing-cycles.ts';
import { cyclesToOffer } from './cycles-to-offer.ts';
import type { Plan } from './plan.ts';
import { priceOf } from './price-of.ts';

type Sold = Pick<Plan, 'type' | 'prices' | 'isTrial' | 'isFree'>;

/** What one account costs, without tax, in minor units. */
export type AccountPrice = {
  /** For the first cycle: the first price, or the normal one should that be lower. */
  firstPriceMinor: number;
  /** For every cycle after it. */
  priceMinor: number;
};

/** The prices of one account; null when the plan isn't sold by this cycle and currency, or hides the cycle. Spec 1 §5, §9. */
export function accountPrice(plan: Sold, currency: Currency, cycle: BillingCycle): AccountPrice | null {
  const price = priceOf(plan, currency, cycle);
  if (price === null || !cyclesToOffer(plan, currency).includes(cycle)) return null;
  return { firstPriceMinor: Math.min(price.firstCyclePriceMinor, price.priceMinor), priceMinor: price.priceMinor };
}
