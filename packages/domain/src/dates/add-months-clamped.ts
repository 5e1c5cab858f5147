import { daysInMonth, type PlainDate, requireDateParts, toPlainDate } from './plain-date.ts';

/**
 * The date some months on, on the anchor day, or on the month's last day where that day doesn't exist.
 * Passing the anchor makes a renewal return to it: 31 January, 28 February, 31 March. Throws on a bad date, month count or anchor.
 */
export function addMonthsClamped(date: PlainDate, months: number, anchorDay?: number): PlainDate {
  const parts = requireDateParts(date);
  const anchor = anchorDay ?? parts.day;
  if (!Number.isInteger(months) || !Number.isInteger(anchor) || anchor < 1 || anchor > 31) {
    throw new RangeError(`Not a count of months and an anchor day: ${months}, ${anchor}`);
  }
  const index = parts.year * 12 + (parts.month - 1) + months;
  const [year, month] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  if (year < 1 || year > 9999) throw new RangeError(`Beyond the calendar: ${date} and ${months} months`);
  return toPlainDate({ year, month, day: Math.min(anchor, daysInMonth(year, month)) });
}
