import { type DateParts, isRealDay, type PlainDate, toPlainDate } from './plain-date.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day in one of the three formats that the panel accepts: `2026-11-20`, `Nov 20, 2026` and the compact timestamp
 * `20261120143000` (also `20261120T143000Z`), whose day in UTC counts. Anything else throws. Spec 1 §9.
 */
export function parsePanelDate(text: string): PlainDate {
  const parts = text.length > 20 ? null : (iso(text) ?? readable(text) ?? compact(text));
  if (!parts || !isRealDay(parts)) throw new Error('Invalid Date object provided');
  return toPlainDate(parts);
}

function iso(text: string): DateParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match && { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

function readable(text: string): DateParts | null {
  const match = /^([A-Za-z]{3}) (\d{2}), (\d{4})$/.exec(text);
  return (
    match && {
      year: Number(match[3]),
      month: MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1,
      day: Number(match[2]),
    }
  );
}

function compact(text: string): DateParts | null {
  const match = /^(\d{4})(\d{2})(\d{2})(T?)([01]\d|2[0-3])[0-5]\d[0-5]\d(Z?)$/.exec(text);
  if (!match || (match[4] === '') !== (match[6] === '')) return null;
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}
