import { type PlainDate, plainDateOf } from './plain-date.ts';
import { readShownDate } from './read-shown-date.ts';

/** The day in UTC of a day or an instant: plans begin and end by UTC, whatever the reader's time zone is. */
export function dayOf(text: string): PlainDate {
  const shown = readShownDate(text);
  return 'day' in shown ? shown.day : plainDateOf(shown.instant.getTime());
}
