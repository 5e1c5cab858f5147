import { roundHalfAwayFromZero } from '../money/index.ts';
import type { ChangeLine } from './line.ts';
import type { TaxRate } from './subscription.ts';

const WHOLE = 10_000;

/** A tax of a quote. It is negative where more is carried forward at that rate than is charged. */
type QuotedTax = TaxRate & { amountMinor: number };

/** The part of a line that counts. */
type SummedLine = Pick<ChangeLine, 'kind' | 'amountMinor' | 'taxes'>;

/** The sum of a quote's lines, in minor units. */
export type Settlement = {
  /** Charges less what is carried forward. */
  netMinor: number;
  taxes: readonly QuotedTax[];
  /** Net and taxes; negative where more comes off than is charged. */
  totalMinor: number;
  creditUsedMinor: number;
  /** The customer's credit after it: what wasn't used, and what came off beyond the charges. */
  creditLeftMinor: number;
  toPayMinor: number;
};

/**
 * Adds the lines up. Each tax rate is rounded once; the customer's credit pays before the card does. `usableMinor` is less than the credit
 * where it has to wait. Rule X-01.
 */
export function settle(lines: readonly SummedLine[], creditMinor: number, usableMinor = creditMinor): Settlement {
  const nets = new Map<string, TaxRate & { netMinor: number }>();
  let netMinor = 0;
  for (const line of lines) {
    const signed = line.kind === 'charge' ? line.amountMinor : -line.amountMinor;
    netMinor += signed;
    for (const { name, rateBasisPoints } of line.taxes) {
      const key = `${rateBasisPoints} ${name}`;
      const sum = nets.get(key)?.netMinor ?? 0;
      nets.set(key, { name, rateBasisPoints, netMinor: sum + signed });
    }
  }
  const taxes = [...nets.values()].map(({ name, rateBasisPoints, netMinor: net }) => ({
    name,
    rateBasisPoints,
    amountMinor: roundHalfAwayFromZero(BigInt(net) * BigInt(rateBasisPoints), WHOLE),
  }));
  const totalMinor = netMinor + taxes.reduce((sum, tax) => sum + tax.amountMinor, 0);
  const creditUsedMinor = Math.min(usableMinor, Math.max(0, totalMinor));
  return {
    netMinor,
    taxes,
    totalMinor,
    creditUsedMinor,
    creditLeftMinor: creditMinor - creditUsedMinor + Math.max(0, -totalMinor),
    toPayMinor: Math.max(0, totalMinor) - creditUsedMinor,
  };
}
