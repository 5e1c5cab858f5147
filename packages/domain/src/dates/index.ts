export { addMonthsClamped } from './add-months-clamped.ts';
export { dayOf } from './day-of.ts';
export { daysBetween } from './days-between.ts';
export { isPlainDate, plainDateOf, startOfDayMillis } from './plain-date.ts';
export type { PlainDate } from './plain-date.ts';
export { readShownDate } from './read-shown-date.ts';
/** @billing */
export { remainingMonths } from './remaining-months.ts';
