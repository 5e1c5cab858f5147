import { MILLIS_A_DAY, type PlainDate, startOfDayMillis } from './plain-date.ts';

/** Calendar days from one date to another; negative when the second is earlier. Days of UTC have no daylight saving. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return Math.round((startOfDayMillis(to) - startOfDayMillis(from)) / MILLIS_A_DAY);
}
