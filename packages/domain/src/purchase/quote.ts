import {
  type BuyerTaxes,
  discountedPrice,
  type OrderDiscount,
  settle,
  type TaxRate,
  taxesOf,
} from '../billing/index.ts';
import type { PlainDate } from '../dates/index.ts';
import type { Currency } from '../money/index.ts';
import { accountPrice, type BillingCycle, orderTotal, type Plan } from '../plans/index.ts';

type Sold = Pick<Plan, 'type' | 'prices' | 'isTrial' | 'isFree'>;

/** How much of a plan is bought, for how long, and with which discount. */
export type QuotedOrder = {
  currency: Currency;
  billingCycle: BillingCycle;
  noOfAccounts: number;
  discount?: OrderDiscount | null;
};

/** The buyer's taxes, and the day on which the money is due. */
export type TaxBasis = BuyerTaxes & { on: PlainDate };

/** A line of a quote. Amounts are minor units and carry their sign. */
type QuoteLine =
  | { kind: 'accounts'; count: number; eachMinor: number; amountMinor: number }
  | { kind: 'discount'; code: string; amountMinor: number }
  | (TaxRate & { kind: 'tax'; amountMinor: number });

/** What is charged, line by line: the amounts of the lines add up to `totalMinor`, and those that aren't tax to `netMinor`. */
export type Quote = { lines: readonly QuoteLine[]; netMinor: number; taxMinor: number; totalMinor: number };

/** The charge of a purchase: accounts at the first cycle's price. A trial and the free plan cost nothing on that day. */
export function quotePurchase(plan: Sold, order: QuotedOrder, tax: TaxBasis): Quote | null {
  const price = accountPrice(plan, order.currency, order.billingCycle);
  if (price === null) return null;
  return quoteOf(order, plan.isTrial || plan.isFree ? 0 : price.firstPriceMinor, tax);
}

/** The charge after a purchase: a trial's first cycle as a paid plan, otherwise the second cycle. */
export function quoteNextCycle(plan: Sold, order: QuotedOrder, tax: TaxBasis): Quote | null {
  const price = accountPrice(plan, order.currency, order.billingCycle);
  if (price === null) return null;
  return quoteOf(order, plan.isTrial ? price.firstPriceMinor : price.priceMinor, tax);
}

function quoteOf({ noOfAccounts, discount = null }: QuotedOrder, eachMinor: number, { on, ...taxes }: TaxBasis): Quote {
  const fullMinor = orderTotal(noOfAccounts, eachMinor);
  const amountMinor = orderTotal(noOfAccounts, discountedPrice(eachMinor, discount, on));
  const sum = settle([{ kind: 'charge', amountMinor, taxes: taxesOf(taxes, on) }], 0);
  const taxLines = sum.taxes.map((tax) => ({ kind: 'tax' as const, ...tax }));
  const off =
    discount === null || amountMinor === fullMinor
      ? []
      : [{ kind: 'discount' as const, code: discount.code, amountMinor: amountMinor - fullMinor }];
  return {
    lines: [{ kind: 'accounts', count: noOfAccounts, eachMinor, amountMinor: fullMinor }, ...off, ...taxLines],
    netMinor: sum.netMinor,
    taxMinor: sum.totalMinor - sum.netMinor,
    totalMinor: sum.totalMinor,
  };
}

/** A tax that was applied, as a purchase stores it. */
export type AppliedTaxLine = TaxRate & { taxMinor: number };

/** The taxes of a quote, as a purchase stores them. */
export function taxLinesOf(quote: Quote): AppliedTaxLine[] {
  return quote.lines
    .filter((line) => line.kind === 'tax')
    .map(({ name, rateBasisPoints, amountMinor }) => ({ name, rateBasisPoints, taxMinor: amountMinor }));
}
