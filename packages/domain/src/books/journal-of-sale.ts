import type { Settlement } from '../billing/index.ts';
import type { PlainDate } from '../dates/index.ts';
import type { Account, Posting } from './posting.ts';
import { spreadOverMonths } from './spread-over-months.ts';

type SoldLine = { kind: 'charge' | 'carry-forward'; from: PlainDate; to: PlainDate; amountMinor: number };

/** What was sold and how it was paid. */
type Sale = {
  lines: readonly SoldLine[];
  sum: Pick<Settlement, 'taxes' | 'toPayMinor' | 'creditUsedMinor' | 'creditLeftMinor'>;
  /** The customer's credit before the sale. */
  creditMinor: number;
  /** Where the payment went. */
  paidInto: Account;
};

/**
 * The journal of a sale. Each line is revenue of the months that its days lie in; what is carried forward takes revenue back from the months
 * that haven't earned it yet.
 */
export function journalOfSale({ lines, sum, creditMinor, paidInto }: Sale): Posting[] {
  const byMonth = new Map<string, number>();
  for (const line of lines) {
    const sign = line.kind === 'charge' ? -1 : 1;
    for (const { month, amountMinor } of spreadOverMonths(line.amountMinor, line))
      byMonth.set(month, (byMonth.get(month) ?? 0) + sign * amountMinor);
  }
  const postings: Posting[] = [
    { account: paidInto, month: null, amountMinor: sum.toPayMinor },
    { account: 'credit', month: null, amountMinor: creditMinor - sum.creditLeftMinor },
    ...[...byMonth]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([month, amountMinor]) => ({ account: 'revenue' as const, month, amountMinor })),
    { account: 'tax', month: null, amountMinor: -sum.taxes.reduce((total, tax) => total + tax.amountMinor, 0) },
  ];
  return postings.filter(({ amountMinor }) => amountMinor !== 0);
}
