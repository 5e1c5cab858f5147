import { roundHalfAwayFromZero } from '../money/index.ts';
import type { ChangeLine } from './line.ts';
import type { Settlement } from './settle.ts';
import type { Share } from './share.ts';
import type { CreditFund, Fund, PaidLine, TaxRate } from './subscription.ts';

const WHOLE = 10_000;

/** Payment and sale of money that a former release took: it kept neither. */
export const UNKNOWN = '';

export const sumOf = (funds: readonly CreditFund[]): number =>
  funds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

export function grossOf({ amountMinor, taxes }: { amountMinor: number; taxes: readonly TaxRate[] }): number {
  const rate = taxes.reduce((sum, { rateBasisPoints }) => sum + rateBasisPoints, 0);
  return roundHalfAwayFromZero(BigInt(amountMinor) * BigInt(WHOLE + rate), WHOLE);
}

/** What paid a line. */
export const fundsOf = (line: Pick<PaidLine, 'amountMinor' | 'taxes' | 'funds'>): readonly Fund[] =>
  line.funds ?? [{ payment: UNKNOWN, sale: UNKNOWN, amountMinor: grossOf(line) }];

/** Takes the same share of each amount that it is given; the rounded parts add up to the rounded share of all. */
export function takesShare(takenMinor: number, ofMinor: number): (amountMinor: number) => number {
  let seen = 0n;
  let taken = 0;
  return (amountMinor) => {
    seen += BigInt(amountMinor);
    const until = roundHalfAwayFromZero(seen * BigInt(takenMinor), ofMinor);
    const part = until - taken;
    taken = until;
    return part;
  };
}

/** The money of a line that its unused days are worth. */
export function fundsLeft(line: PaidLine, { days, ofDays }: Share): Fund[] {
  const share = takesShare(days, ofDays);
  return fundsOf(line).map((fund) => ({ ...fund, amountMinor: share(fund.amountMinor) }));
}

/** The first of the money up to an amount, and the rest of it. */
function split<Money extends CreditFund>(funds: readonly Money[], amountMinor: number): [Money[], Money[]] {
  const first: Money[] = [];
  const rest: Money[] = [];
  let left = amountMinor;
  for (const fund of funds) {
    const part = Math.min(left, fund.amountMinor);
    left -= part;
    first.push({ ...fund, amountMinor: part });
    rest.push({ ...fund, amountMinor: fund.amountMinor - part });
  }
  return [joined(first), joined(rest)];
}

/** One entry for the money of one payment and sale. */
export function joined<Money extends CreditFund & { sale?: string }>(funds: readonly Money[]): Money[] {
  const sums = new Map<string, Money>();
  for (const fund of funds) {
    const key = JSON.stringify([fund.payment, fund.sale]);
    const known = sums.get(key)?.amountMinor ?? 0;
    if (fund.amountMinor > 0) sums.set(key, { ...fund, amountMinor: known + fund.amountMinor });
  }
  return [...sums.values()];
}

/** The credit by the payments that it came from. A former release changes the sum alone: what it added is unknown, and it used the oldest. */
export function creditFundsOf(creditMinor: number, funds: readonly CreditFund[]): CreditFund[] {
  const known = sumOf(funds);
  if (known > creditMinor) return split(funds, known - creditMinor)[1];
  return joined([...funds, { payment: UNKNOWN, amountMinor: creditMinor - known }]);
}

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
