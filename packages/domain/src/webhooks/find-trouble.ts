const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How an endpoint does. Times are in milliseconds. */
export type EndpointState = {
  isDisabled: boolean;
  /** For how long every try has failed; null: the last one worked. */
  failingMillis: number | null;
  /** For how long the message that has been due longest waits for us; null: nothing is due. */
  lateMillis: number | null;
  /** Messages that are no longer tried. */
  givenUp: number;
};

type EndpointTrouble = 'disabled' | 'failing' | 'late' | 'given-up';

/** A receiver that is restarted or updated fails for some minutes. As the alert rules of deploy/monitoring. */
const FAILS_TOO_LONG_MILLIS = HOUR;
/** A sweep runs every two seconds. */
const LATE_MILLIS = 5 * MINUTE;

/** What somebody must see to at an endpoint. A disabled one waits for that, so nothing else of it counts but what was given up. */
export function findEndpointTrouble(state: EndpointState): EndpointTrouble[] {
  const { isDisabled, failingMillis, lateMillis, givenUp } = state;
  const isFailing = !isDisabled && failingMillis !== null && failingMillis > FAILS_TOO_LONG_MILLIS;
  const isLate = !isDisabled && lateMillis !== null && lateMillis > LATE_MILLIS;
  return [
    ...(isDisabled ? (['disabled'] as const) : []),
    ...(isFailing ? (['failing'] as const) : []),
    ...(isLate ? (['late'] as const) : []),
    ...(givenUp > 0 ? (['given-up'] as const) : []),
  ];
}
