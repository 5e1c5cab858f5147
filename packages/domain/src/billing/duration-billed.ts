import { addMonthsClamped, daysBetween } from '../dates/index.ts';
import type { Period } from './subscription.ts';

/**
 * A period as people say it: the largest units first.
 */
export type Duration = { years: number; months: number; days: number };

/**
 * How long a period is by the calendar, from its first day to its expiry.
 * Rule D-03.
 */
export function durationBilled({ from, to }: Period): Duration {
  if (daysBetween(from, to) <= 0) return { years: 0, months: 0, days: 0 };
  let months =
    12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  if (addMonthsClamped(from, months) > to) months -= 1;
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: daysBetween(addMonthsClamped(from, months), to),
  };
}
