const HOUR_SECONDS = 60 * 60;

/** How long a session lasts: 3 hours if it began with a token of a partner or webmail (Spec 1 §7), 12 hours with credentials. */
export const SESSION_TTL_SECONDS = { token: 3 * HOUR_SECONDS, credentials: 12 * HOUR_SECONDS } as const;

const CONFIRMED_FOR_MILLIS = 10 * 60_000;

/**
 * Whether a password that was given at `confirmedAt` still allows what needs one: for ten minutes. Both in milliseconds since 1970.
 * ADR 75.
 */
export const isConfirmed = (confirmedAt: number | null, now: number): boolean =>
  confirmedAt !== null && Math.abs(now - confirmedAt) < CONFIRMED_FOR_MILLIS;
