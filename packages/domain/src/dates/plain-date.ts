/** A day of the calendar, `YYYY-MM-DD`, without time or zone. */
export type PlainDate = string;

export const MILLIS_A_DAY = 86_400_000;

export type DateParts = { year: number; month: number; day: number };

/** Days of a month (1 to 12). */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

export function isRealDay({ year, month, day }: DateParts): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function toPlainDate({ year, month, day }: DateParts): PlainDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The parts of a plain date; null when the text is none or the day doesn't exist. */
function datePartsOf(text: string): DateParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return isRealDay(parts) ? parts : null;
}

/** Like `datePartsOf`; throws on what isn't a plain date, since only parsed dates get this far. */
export function requireDateParts(date: PlainDate): DateParts {
  const parts = datePartsOf(date);
  if (!parts) throw new Error('Invalid Date object provided');
  return parts;
}

/** Whether the text is an existing day as `YYYY-MM-DD`. */
export function isPlainDate(text: string): text is PlainDate {
  return datePartsOf(text) !== null;
}

/** Midnight UTC at the start of a plain date. */
export function startOfDayMillis(date: PlainDate): number {
  const { year, month, day } = requireDateParts(date);
  // setUTCFullYear takes years below 100 as they are; Date.UTC would move them to 1900.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The day in UTC on which an instant falls. */
export function plainDateOf(epochMillis: number): PlainDate {
  const date = new Date(epochMillis);
  if (Number.isNaN(date.getTime())) throw new Error('Invalid Date object provided');
  return toPlainDate({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
}
