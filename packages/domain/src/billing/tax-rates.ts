import type { PlainDate } from '../dates/index.ts';
import type { TaxRate } from './subscription.ts';

/** A line of the operator's tax table: what buyers in a country pay from a day on. Basis points: 1900 is 19 %. */
export type TaxLine = TaxRate & { country: string; fromDate: PlainDate };

/**
 * The taxes of a country on a day. Of lines with the same name, the latest that has begun counts; lines with different names all do. A rate
 * of 0 ends a tax. Without lines for the country there is none.
 */
function taxRatesOn(table: readonly TaxLine[], country: string, on: PlainDate): TaxRate[] {
  const current = new Map<string, TaxLine>();
  for (const line of table) {
    if (line.country !== country || line.fromDate > on) continue;
    const known = current.get(line.name);
    if (!known || known.fromDate < line.fromDate) current.set(line.name, line);
  }
  return [...current.values()]
    .filter((line) => line.rateBasisPoints !== 0)
    .map(({ name, rateBasisPoints }) => ({ name, rateBasisPoints }));
}

/** A tax of 0 that says why nothing is charged: the buyer owes the tax. Rule X-02. */
const REVERSE_CHARGE: TaxRate = { name: 'Reverse charge', rateBasisPoints: 0 };

/** The operator's table has no rate of 0, so nothing else looks like it. */
export const isReverseCharge = ({ name, rateBasisPoints }: TaxRate): boolean =>
  name === REVERSE_CHARGE.name && rateBasisPoints === 0;

/** What decides the taxes of a buyer. */
export type BuyerTaxes = { table: readonly TaxLine[]; country: string; isReverseCharge?: boolean };

/** The taxes of a buyer on a day. */
export const taxesOf = (
  { table, country, isReverseCharge: isReversed = false }: BuyerTaxes,
  on: PlainDate,
): TaxRate[] => (isReversed ? [REVERSE_CHARGE] : taxRatesOn(table, country, on));
