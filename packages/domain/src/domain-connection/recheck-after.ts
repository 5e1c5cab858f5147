const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Recheck = { isConnected: boolean; ageSeconds: number; isUncertain?: boolean };

/** How soon a domain is checked again automatically, by how long its owner has been waiting for it to be connected. */
const PAUSES: readonly { untilAgeSeconds: number; seconds: number }[] = [
  { untilAgeSeconds: HOUR, seconds: 2 * MINUTE },
  { untilAgeSeconds: DAY, seconds: 15 * MINUTE },
  { untilAgeSeconds: 14 * DAY, seconds: 2 * HOUR },
];

/**
 * In seconds. A person who is setting a domain up sees changes soon; an old domain is checked about once a day, and more often while it is
 * uncertain whether its mail has moved away.
 */
export function recheckAfterSeconds({ isConnected, ageSeconds, isUncertain = false }: Recheck): number {
  const usual = PAUSES.find(({ untilAgeSeconds }) => ageSeconds < untilAgeSeconds)?.seconds ?? DAY;
  return Math.min(isConnected ? DAY : usual, isUncertain ? 6 * HOUR : DAY);
}
