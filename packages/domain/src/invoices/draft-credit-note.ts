import type { TaxRate } from '../billing/index.ts';
import { roundHalfAwayFromZero } from '../money/index.ts';
import type { InvoiceLine, InvoiceTax, InvoiceTotals } from './invoice.ts';

const WHOLE = 10_000;

type Corrected = { totalMinor: number; lines: readonly Pick<InvoiceLine, 'netMinor' | 'taxes'>[] };

/** Lines that are taxed alike. */
type Group = { taxes: readonly TaxRate[]; netMinor: number; grossMinor: number };

/** What a part of an invoice gives back: one line for each way of taxing, and their sums, all negative. */
type Draft = {
  lines: readonly { netMinor: number; taxes: readonly TaxRate[] }[];
  sums: Omit<InvoiceTotals, 'creditMinor' | 'paidMinor'>;
};

/**
 * Divides what is given back among the rates of the invoice by what each was charged, tax included. The parts add up to the amount exactly.
 * Throws RangeError for an amount that isn't above 0 or is above the invoice's total. Rule X-01.
 */
export function draftCreditNote({ totalMinor, lines }: Corrected, amountMinor: number): Draft {
  if (!Number.isInteger(amountMinor) || amountMinor <= 0 || amountMinor > totalMinor)
    throw new RangeError(`Not a part of ${totalMinor}: ${amountMinor}`);
  const groups = groupsOf(lines);
  const grossMinor = groups.reduce((sum, group) => sum + group.grossMinor, 0);
  let seen = 0;
  let given = 0;
  const parts = groups.map((group, index) => {
    seen += group.grossMinor;
    const until =
      index === groups.length - 1 ? amountMinor : roundHalfAwayFromZero(BigInt(amountMinor) * BigInt(seen), grossMinor);
    const part = partOf(group, until - given);
    given = until;
    return part;
  });
  const taxes = new Map<string, InvoiceTax>();
  for (const tax of parts.flatMap((part) => part.taxes)) {
    const key = `${tax.rateBasisPoints} ${tax.name}`;
    const known = taxes.get(key) ?? { ...tax, netMinor: 0, taxMinor: 0 };
    taxes.set(key, { ...known, netMinor: known.netMinor + tax.netMinor, taxMinor: known.taxMinor + tax.taxMinor });
  }
  const netMinor = parts.reduce((sum, part) => sum + part.netMinor, 0);
  const used = parts.filter((part) => part.netMinor !== 0 || part.taxes.some(({ taxMinor }) => taxMinor !== 0));
  return {
    lines: used.map((part) => ({
      netMinor: part.netMinor,
      taxes: part.taxes.map(({ name, rateBasisPoints }) => ({ name, rateBasisPoints })),
    })),
    sums: { netMinor, taxMinor: -amountMinor - netMinor, totalMinor: -amountMinor, taxes: [...taxes.values()] },
  };
}

const rateOf = (taxes: readonly TaxRate[]) => taxes.reduce((sum, { rateBasisPoints }) => sum + rateBasisPoints, 0);

function groupsOf(lines: Corrected['lines']): Group[] {
  const groups = new Map<string, Group>();
  for (const { netMinor, taxes } of lines) {
    const key = JSON.stringify(taxes.map(({ name, rateBasisPoints }) => [name, rateBasisPoints]));
    const known = groups.get(key)?.netMinor ?? 0;
    groups.set(key, { taxes, netMinor: known + netMinor, grossMinor: 0 });
  }
  // The amount carried forward at a rate may exceed the amount charged at it: nothing of that is given back.
  return [...groups.values()]
    .filter(({ netMinor }) => netMinor > 0)
    .map((group) => ({ ...group, grossMinor: group.netMinor * (WHOLE + rateOf(group.taxes)) }));
}

/** Net and taxes of a part of a group, as negative amounts that add up to it. */
function partOf({ taxes }: Group, amountMinor: number): { netMinor: number; taxes: InvoiceTax[] } {
  const rate = rateOf(taxes);
  const netMinor = roundHalfAwayFromZero(BigInt(amountMinor) * BigInt(WHOLE), WHOLE + rate);
  const taxMinor = amountMinor - netMinor;
  let seen = 0;
  let given = 0;
  const split = taxes.map(({ name, rateBasisPoints }) => {
    seen += rateBasisPoints;
    const until = rate === 0 ? 0 : roundHalfAwayFromZero(BigInt(taxMinor) * BigInt(seen), rate);
    const part = until - given;
    given = until;
    return { name, rateBasisPoints, netMinor: -netMinor, taxMinor: -part };
  });
  return { netMinor: -netMinor, taxes: split };
}
