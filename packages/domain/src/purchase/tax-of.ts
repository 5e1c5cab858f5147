import type { PlainDate } from '../dates/index.ts';
import { roundHalfAwayFromZero } from '../money/index.ts';

/** A line of the operator's tax table: what buyers in a country pay from a day on. Basis points: 1900 is 19 %. */
export type TaxLine = { country: string; name: string; rateBasisPoints: number; fromDate: PlainDate };

export type AppliedTax = {
  netMinor: number;
  taxMinor: number;
  totalMinor: number;
  lines: { name: string; rateBasisPoints: number; taxMinor: number }[];
};

const BASIS_POINTS = 10_000;

/**
 * Tax on a net amount for a country on a day (UTC). Of lines with the same name, the latest that has begun counts; lines with different
 * names add up. Each line is rounded once. Without lines for the country the tax is zero and the total is the net.
 */
export function taxOf(netMinor: number, table: readonly TaxLine[], country: string, on: PlainDate): AppliedTax {
  const current = new Map<string, TaxLine>();
  for (const line of table) {
    if (line.country !== country || line.fromDate > on) continue;
    const known = current.get(line.name);
    if (!known || known.fromDate < line.fromDate) current.set(line.name, line);
  }
  const lines = [...current.values()]
    .filter((line) => line.rateBasisPoints !== 0)
    .map(({ name, rateBasisPoints }) => {
      const product = BigInt(netMinor) * BigInt(rateBasisPoints);
      return { name, rateBasisPoints, taxMinor: roundHalfAwayFromZero(product, BASIS_POINTS) };
    });
  const taxMinor = lines.reduce((sum, line) => sum + line.taxMinor, 0);
  return { netMinor, taxMinor, totalMinor: netMinor + taxMinor, lines };
}
