export { addMonthsClamped } from './add-months-clamped.ts';
export { daysBetween } from './days-between.ts';
export { isPlainDate, plainDateOf, startOfDayMillis } from './plain-date.ts';
export type { PlainDate } from './plain-date.ts';
/** @billing */
export { parsePanelDate } from './parse-panel-date.ts';
/** @billing */
export { remainingMonths } from './remaining-months.ts';
