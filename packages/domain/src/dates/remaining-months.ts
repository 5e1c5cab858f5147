import { addMonthsClamped } from './add-months-clamped.ts';
import { daysBetween } from './days-between.ts';
import { type PlainDate, requireDateParts } from './plain-date.ts';

const ROUND_UP_OVER_DAYS = 15;

/**
 * Months from one date to a later one, rounded up if more than 15 days remain after the whole months. Spec 2 §9.
 * @billing D-02
 */
export function remainingMonths(from: PlainDate, to: PlainDate): number {
  if (daysBetween(from, to) <= 0) return 0;
  const [start, end] = [requireDateParts(from), requireDateParts(to)];
  let months = (end.year - start.year) * 12 + (end.month - start.month);
  if (daysBetween(addMonthsClamped(from, months), to) < 0) months -= 1;
  return daysBetween(addMonthsClamped(from, months), to) > ROUND_UP_OVER_DAYS ? months + 1 : months;
}
