import type { PlainDate } from '../dates/index.ts';
import type { TaxRate } from './subscription.ts';

/** A line of the operator's tax table: what buyers in a country pay from a day on. Basis points: 1900 is 19 %. */
export type TaxLine = TaxRate & { country: string; fromDate: PlainDate };

/**
 * The taxes of a country on a day. Of lines with the same name, the latest that has begun counts; lines with different names all do. A rate
 * of 0 ends a tax. Without lines for the country there is none.
 */
export function taxRatesOn(table: readonly TaxLine[], country: string, on: PlainDate): TaxRate[] {
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
