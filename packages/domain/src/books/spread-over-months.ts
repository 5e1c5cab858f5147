import { addMonthsClamped, daysBetween, type PlainDate } from '../dates/index.ts';
import { roundHalfAwayFromZero } from '../money/index.ts';

/** A part of an amount, and the first day of the month that earns it. */
type MonthShare = { month: PlainDate; amountMinor: number };

/**
 * Divides an amount among the months of a period by days. Each month's end is rounded, not each month, so that the parts add up to the
 * amount exactly.
 */
export function spreadOverMonths(amountMinor: number, { from, to }: { from: PlainDate; to: PlainDate }): MonthShare[] {
  const ofDays = daysBetween(from, to);
  if (ofDays <= 0) throw new RangeError(`Not a period: ${from} to ${to}`);
  const shares: MonthShare[] = [];
  let given = 0;
  for (let month = `${from.slice(0, 7)}-01`; month < to; month = addMonthsClamped(month, 1)) {
    const next = addMonthsClamped(month, 1);
    const days = daysBetween(from, next < to ? next : to);
    const untilThen = roundHalfAwayFromZero(BigInt(amountMinor) * BigInt(days), ofDays);
    shares.push({ month, amountMinor: untilThen - given });
    given = untilThen;
  }
  return shares;
}
