const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The state of an endpoint. Times are in milliseconds. */
export type EndpointState = {
  isDisabled: boolean;
  /** How long every try has failed; null if the last one worked. */
  failingMillis: number | null;
  /** How long the most overdue message has waited to be sent; null if none is due. */
  lateMillis: number | null;
  /** Messages that are no longer tried. */
  givenUp: number;
};

type EndpointTrouble = 'disabled' | 'failing' | 'late' | 'given-up';

/** A receiver may fail for some minutes while it restarts or updates. The alert rules of deploy/monitoring use the same time. */
const FAILS_TOO_LONG_MILLIS = HOUR;
/** A sweep runs every two seconds. */
const LATE_MILLIS = 5 * MINUTE;

/** The troubles of an endpoint that need the operator's attention. For a disabled one, only given-up messages count in addition. */
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
