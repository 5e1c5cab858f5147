const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after the first try, the second, and so on: together a little over three days, as Standard Webhooks recommends. */
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR],
  ...[5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];

/**
 * How long to wait after a failed try, in milliseconds; null: that was the last one.
 * @param tries how many there were
 * @param chance from 0 to 1, so that a thousand messages that failed together don't all come back together: up to a tenth more
 */
export function pauseAfter(tries: number, chance: number): number | null {
  const pause = PAUSES[tries - 1];
  return pause === undefined ? null : Math.round(pause * (1 + chance / 10));
}

/** An address that has answered nothing but errors for so long is no longer called. */
export const GIVE_UP_AFTER_MILLIS = 5 * 24 * HOUR;
