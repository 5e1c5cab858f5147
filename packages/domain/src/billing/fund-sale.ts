import { fundsOf, grossOf, joined, split, sumOf } from './funds.ts';
import type { ChangeLine } from './line.ts';
import type { Settlement } from './settle.ts';
import type { CreditFund, Fund, PaidLine } from './subscription.ts';

/** What was sold and how it was paid. */
type Sale = {
  /** The journal of sale and payment. */
  journalKey: string;
  lines: readonly ChangeLine[];
  sum: Pick<Settlement, 'creditUsedMinor' | 'creditLeftMinor' | 'toPayMinor'>;
  /** What the order is paid with after it, and the customer's credit before it. */
  paid: readonly PaidLine[];
  credit: readonly CreditFund[];
};

/**
 * Notes what paid the lines of a sale: what was carried forward, then the credit, then the card, one line after the other. What is left over
 * becomes credit. So it stays known of each payment where its money is. Rule C-02.
 */
export function fundSale({ journalKey, lines, sum, paid, credit }: Sale): { paid: PaidLine[]; credit: CreditFund[] } {
  const [used, unused] = split(credit, sum.creditUsedMinor);
  let money = joined([
    ...lines.filter(({ kind }) => kind === 'carry-forward').flatMap(fundsOf),
    ...used.map((fund) => ({ ...fund, sale: journalKey })),
    { payment: journalKey, sale: journalKey, amountMinor: sum.toPayMinor },
  ]);
  const take = (amountMinor: number): Fund[] => {
    const [first, rest] = split(money, amountMinor);
    money = rest;
    return first;
  };
  const funded = paid.map((line) => (line.funds?.length === 0 ? { ...line, funds: take(grossOf(line)) } : line));
  const surplus = take(sum.creditLeftMinor - sumOf(unused)).map(({ payment, amountMinor }) => ({
    payment,
    amountMinor,
  }));
  return { paid: funded, credit: joined([...unused, ...surplus]) };
}
