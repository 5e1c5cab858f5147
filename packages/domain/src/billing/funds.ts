import { roundHalfAwayFromZero } from '../money/index.ts';
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
export function split<Money extends CreditFund>(funds: readonly Money[], amountMinor: number): [Money[], Money[]] {
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
