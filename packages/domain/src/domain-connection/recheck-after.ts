const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How soon a domain is checked again automatically, by how long somebody has been waiting for it to be connected. */
const PAUSES: readonly { untilAgeSeconds: number; seconds: number }[] = [
  { untilAgeSeconds: HOUR, seconds: 2 * MINUTE },
  { untilAgeSeconds: DAY, seconds: 15 * MINUTE },
  { untilAgeSeconds: 14 * DAY, seconds: 2 * HOUR },
];

/** In seconds. Somebody who is setting a domain up sees changes soon; an old domain is checked about once a day. */
export function recheckAfterSeconds({ isConnected, ageSeconds }: { isConnected: boolean; ageSeconds: number }): number {
  if (isConnected) return DAY;
  return PAUSES.find(({ untilAgeSeconds }) => ageSeconds < untilAgeSeconds)?.seconds ?? DAY;
}
