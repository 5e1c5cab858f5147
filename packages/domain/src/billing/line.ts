import type { PlainDate } from '../dates/index.ts';
import { multiply } from '../money/index.ts';
import { discountedPrice, type LineDiscount, type OrderDiscount } from './discount.ts';
import { fundsLeft } from './funds.ts';
import { shareLeft, shareOf } from './share.ts';
import type { Fund, PaidLine, Period, Subject, TaxRate } from './subscription.ts';

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
  /** What a discount took off; `unitMinor` and `amountMinor` are without it already. */
  discount?: LineDiscount;
  /** The money that is carried forward. */
  funds?: readonly Fund[];
};

/** How many of what at which price, for the days of a period that are left from `from` on. */
export type Sale = {
  subject: Subject;
  quantity: number;
  /** One piece for a whole cycle, before a discount. */
  unitMinor: number;
  period: Period;
  from: PlainDate;
  taxes: readonly TaxRate[];
  /** The order's discount, and the day of the charge. */
  discount?: { of: OrderDiscount | null | undefined; on: PlainDate };
};

export function chargeLine({
  subject,
  quantity,
  unitMinor: fullMinor,
  period,
  from,
  taxes,
  discount,
}: Sale): ChangeLine {
  const share = shareLeft(period, from);
  const amountOf = (eachMinor: number) => shareOf(multiply(eachMinor, quantity), share);
  const by = discount?.of ?? null;
  const unitMinor = by === null || discount === undefined ? fullMinor : discountedPrice(fullMinor, by, discount.on);
  const amountMinor = amountOf(unitMinor);
  return {
    kind: 'charge',
    subject,
    quantity,
    unitMinor,
    from: from > period.from ? from : period.from,
    to: period.to,
    ...share,
    amountMinor,
    taxes,
    ...(by === null || unitMinor === fullMinor
      ? {}
      : {
          discount: {
            code: by.code,
            until: by.expiresOn,
            unitMinor: fullMinor,
            amountMinor: amountOf(fullMinor) - amountMinor,
          },
        }),
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
        funds: fundsLeft(line, share),
      },
    ];
  });
}

/** What a charge leaves behind on the subscription: the value of its days, once it is paid. A charge of nothing leaves nothing. */
export function paidLineOf({ subject, from, to, amountMinor, taxes }: ChangeLine): PaidLine[] {
  return amountMinor === 0 ? [] : [{ subject, from, to, amountMinor, taxes, funds: [] }];
}

export const isForAccounts = ({ subject }: { subject: Subject }): boolean => subject.kind === 'accounts';

export const ACCOUNTS: Subject = { kind: 'accounts' };
