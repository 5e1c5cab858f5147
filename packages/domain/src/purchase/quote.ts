import type { PlainDate } from '../dates/index.ts';
import type { Currency } from '../money/index.ts';
import { type BillingCycle, cyclesToOffer, orderTotal, type Plan, priceOf } from '../plans/index.ts';
import { type AppliedTax, type TaxLine, taxOf } from './tax-of.ts';

type Sold = Pick<Plan, 'type' | 'prices' | 'isTrial' | 'isFree'>;

/** How much of a plan is bought, and for how long. */
export type QuotedOrder = { currency: Currency; billingCycle: BillingCycle; noOfAccounts: number };

/** The operator's table, the buyer's country, and the day on which the money is due. */
export type TaxBasis = { table: readonly TaxLine[]; country: string; on: PlainDate };

/** A line of a quote. Amounts are minor units and carry their sign. */
type QuoteLine =
  | { kind: 'accounts'; count: number; eachMinor: number; amountMinor: number }
  | { kind: 'tax'; name: string; rateBasisPoints: number; amountMinor: number };

/** What is charged, line by line: the amounts of the lines add up to `totalMinor`, and those that aren't tax to `netMinor`. */
export type Quote = { lines: readonly QuoteLine[]; netMinor: number; taxMinor: number; totalMinor: number };

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

/** The charge of a purchase: accounts at the first cycle's price. A trial and the free plan cost nothing on that day. */
export function quotePurchase(plan: Sold, order: QuotedOrder, tax: TaxBasis): Quote | null {
  const price = accountPrice(plan, order.currency, order.billingCycle);
  if (price === null) return null;
  return quoteOf(order.noOfAccounts, plan.isTrial || plan.isFree ? 0 : price.firstPriceMinor, tax);
}

/** The charge after a purchase: a trial's first cycle as a paid plan, otherwise the second cycle. */
export function quoteNextCycle(plan: Sold, order: QuotedOrder, tax: TaxBasis): Quote | null {
  const price = accountPrice(plan, order.currency, order.billingCycle);
  if (price === null) return null;
  return quoteOf(order.noOfAccounts, plan.isTrial ? price.firstPriceMinor : price.priceMinor, tax);
}

function quoteOf(accounts: number, eachMinor: number, { table, country, on }: TaxBasis): Quote {
  const amountMinor = orderTotal(accounts, eachMinor);
  const { lines, netMinor, taxMinor, totalMinor } = taxOf(amountMinor, table, country, on);
  const taxLines = lines.map((line) => ({
    kind: 'tax' as const,
    name: line.name,
    rateBasisPoints: line.rateBasisPoints,
    amountMinor: line.taxMinor,
  }));
  return {
    lines: [{ kind: 'accounts', count: accounts, eachMinor, amountMinor }, ...taxLines],
    netMinor,
    taxMinor,
    totalMinor,
  };
}

/** The taxes of a quote, as a purchase stores them. */
export function taxLinesOf(quote: Quote): AppliedTax['lines'] {
  return quote.lines
    .filter((line) => line.kind === 'tax')
    .map(({ name, rateBasisPoints, amountMinor }) => ({ name, rateBasisPoints, taxMinor: amountMinor }));
}
