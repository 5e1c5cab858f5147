import type { PlainDate } from '../dates/index.ts';
import { multiply } from '../money/index.ts';
import { shareLeft, shareOf } from './share.ts';
import type { PaidLine, Period, Subject, TaxRate } from './subscription.ts';

/**
 * One line of a quote: what is charged, or the unused part of what was charged before and comes off. `amountMinor` is never negative and
 * has no tax; `kind` says which way it counts.
 */
export type ChangeLine = Period & {
  kind: 'charge' | 'carry-forward';
  subject: Subject;
  quantity: number;
  /** One piece for all days of `ofDays`, in minor units; what was charged for the line, if it is carried forward. */
  unitMinor: number;
  days: number;
  ofDays: number;
  amountMinor: number;
  taxes: readonly TaxRate[];
};

/** How many of what at which price, for the days of a period that are left from `from` on. */
export type Sale = {
  subject: Subject;
  quantity: number;
  unitMinor: number;
  period: Period;
  from: PlainDate;
  taxes: readonly TaxRate[];
};

export function chargeLine({ subject, quantity, unitMinor, period, from, taxes }: Sale): ChangeLine {
  const share = shareLeft(period, from);
  return {
    kind: 'charge',
    subject,
    quantity,
    unitMinor,
    from: from > period.from ? from : period.from,
    to: period.to,
    ...share,
    amountMinor: shareOf(multiply(unitMinor, quantity), share),
    taxes,
  };
}

/** The unused value of what was charged. It comes from real charges only, so it never exceeds them. */
export function carryForwardLines(paid: readonly PaidLine[], day: PlainDate): ChangeLine[] {
  return paid.flatMap((line) => {
    const share = shareLeft(line, day);
    const amountMinor = shareOf(line.amountMinor, share);
    if (amountMinor === 0) return [];
    return [
      {
        kind: 'carry-forward' as const,
        subject: line.subject,
        quantity: 1,
        unitMinor: line.amountMinor,
        from: day > line.from ? day : line.from,
        to: line.to,
        ...share,
        amountMinor,
        taxes: line.taxes,
      },
    ];
  });
}

/** What a charge leaves behind on the subscription: the value of its days. A charge of nothing leaves nothing. */
export function paidLineOf({ subject, from, to, amountMinor, taxes }: ChangeLine): PaidLine[] {
  return amountMinor === 0 ? [] : [{ subject, from, to, amountMinor, taxes }];
}

export const isForAccounts = ({ subject }: { subject: Subject }): boolean => subject.kind === 'accounts';

export const ACCOUNTS: Subject = { kind: 'accounts' };
