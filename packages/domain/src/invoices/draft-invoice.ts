import type { ChangeLine, Settlement } from '../billing/index.ts';
import type { InvoiceTax, InvoiceTotals } from './invoice.ts';

/** The part of a line that counts. */
type DraftLine = Pick<ChangeLine, 'kind' | 'amountMinor' | 'taxes'>;

type Sum = Pick<Settlement, 'taxes' | 'creditUsedMinor' | 'toPayMinor'>;

/**
 * The sums of what was sold, as they were charged: nothing is computed anew but what each rate was on. Null where nothing is due, such as a
 * trial. More taken off than charged makes a credit note: its total became credit. Rule X-01.
 */
export function draftInvoice(lines: readonly DraftLine[], sum: Sum): InvoiceTotals | null {
  const signed = lines.map((line) => ({
    ...line,
    netMinor: line.kind === 'charge' ? line.amountMinor : -line.amountMinor,
  }));
  const netMinor = signed.reduce((total, line) => total + line.netMinor, 0);
  const taxes: InvoiceTax[] = sum.taxes.map(({ name, rateBasisPoints, amountMinor }) => ({
    name,
    rateBasisPoints,
    netMinor: signed
      .filter((line) => line.taxes.some((tax) => tax.name === name && tax.rateBasisPoints === rateBasisPoints))
      .reduce((total, line) => total + line.netMinor, 0),
    taxMinor: amountMinor,
  }));
  const taxMinor = taxes.reduce((total, tax) => total + tax.taxMinor, 0);
  const totalMinor = netMinor + taxMinor;
  if (totalMinor === 0) return null;
  const isCredit = totalMinor < 0;
  return {
    netMinor,
    taxMinor,
    totalMinor,
    creditMinor: isCredit ? totalMinor : sum.creditUsedMinor,
    paidMinor: isCredit ? 0 : sum.toPayMinor,
    taxes,
  };
}
