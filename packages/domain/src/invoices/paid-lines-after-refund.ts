import type { PaidLine } from '../billing/index.ts';
import { roundHalfAwayFromZero } from '../money/index.ts';
import type { InvoiceLine } from './invoice.ts';

type Refunded = {
  totalMinor: number;
  lines: readonly Pick<InvoiceLine, 'kind' | 'subject' | 'from' | 'to' | 'netMinor'>[];
};

/** What a period was paid with, once a part of its invoice is given back: a later upgrade credits nothing of that again. Rule C-02. */
export function paidLinesAfterRefund(
  paid: readonly PaidLine[],
  { totalMinor, lines }: Refunded,
  amountMinor: number,
): PaidLine[] {
  const charges = lines.filter(({ kind }) => kind === 'charge');
  return paid.flatMap((line) => {
    const at = charges.findIndex(
      ({ subject, from, to }) => subject === line.subject.kind && from === line.from && to === line.to,
    );
    const [charge] = at === -1 ? [] : charges.splice(at, 1);
    if (charge === undefined) return [line];
    const given = roundHalfAwayFromZero(BigInt(charge.netMinor) * BigInt(amountMinor), totalMinor);
    return line.amountMinor > given ? [{ ...line, amountMinor: line.amountMinor - given }] : [];
  });
}
