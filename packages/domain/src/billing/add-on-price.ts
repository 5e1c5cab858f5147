import { type Currency, multiply } from '../money/index.ts';
import { type BillingCycle, CYCLE_MONTHS, type PlanPrice } from '../plans/index.ts';

const YEAR = CYCLE_MONTHS.yearly;

/**
 * One add-on for a cycle in minor units: the catalogue's price; else whole years at the yearly price and anything less at the monthly one;
 * else months at the monthly price; else nothing.
 * Rule A-01.
 */
export function addOnPrice(prices: readonly PlanPrice[], currency: Currency, cycle: BillingCycle): number {
  const priceBy = (wanted: BillingCycle) =>
    prices.find((price) => price.currency === currency && price.cycle === wanted)?.priceMinor;
  const given = priceBy(cycle);
  if (given !== undefined) return given;
  const months = CYCLE_MONTHS[cycle];
  const yearly = priceBy('yearly');
  if (months % YEAR === 0 && yearly !== undefined) return multiply(yearly, months / YEAR);
  return multiply(priceBy('monthly') ?? 0, months);
}

/** For an add-on that is no longer in the catalogue: its former price for the months of the new cycle. */
export const scaledPrice = ({ priceMinor }: { priceMinor: number }, from: BillingCycle, to: BillingCycle): number =>
  Math.round((priceMinor * CYCLE_MONTHS[to]) / CYCLE_MONTHS[from]);
