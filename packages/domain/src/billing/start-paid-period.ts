import { addMonthsClamped, type PlainDate } from '../dates/index.ts';
import { type BillingCycle, CYCLE_MONTHS } from '../plans/index.ts';
import type { Period } from './subscription.ts';

/** The days of one cycle from a day on, which becomes the anchor, and of more months if some are given free. */
export const cycleFrom = (from: PlainDate, cycle: BillingCycle, extraMonths = 0): Period => ({
  from,
  to: addMonthsClamped(from, CYCLE_MONTHS[cycle] + extraMonths),
});

/** The day of the month of a date: the anchor of a period that starts on it. */
export const anchorOf = (date: PlainDate): number => Number(date.slice(8));
