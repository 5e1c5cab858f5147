import type { Locale } from '../../lib/i18n/locales.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Relative time up to an hour, then date and time. */
export function relativeTime(locale: Locale, thenMillis: number, nowMillis: number): string {
  // The server's clock may be ahead of the reader's.
  const seconds = Math.max(0, Math.round((nowMillis - thenMillis) / 1000));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (seconds < MINUTE) return relative.format(-seconds, 'second');
  if (seconds < HOUR) return relative.format(-Math.floor(seconds / MINUTE), 'minute');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(thenMillis);
}
