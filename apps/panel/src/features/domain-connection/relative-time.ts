import type { Locale } from '../../lib/i18n/locales.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long ago something was, as one says it: 'in the last seconds' by the second, later by the minute; after an hour its day and time. */
export function relativeTime(locale: Locale, thenMillis: number, nowMillis: number): string {
  // Another clock than the reader's may be ahead.
  const seconds = Math.max(0, Math.round((nowMillis - thenMillis) / 1000));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (seconds < MINUTE) return relative.format(-seconds, 'second');
  if (seconds < HOUR) return relative.format(-Math.floor(seconds / MINUTE), 'minute');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(thenMillis);
}
