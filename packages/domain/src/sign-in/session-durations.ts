const HOUR_SECONDS = 60 * 60;

/** How long a session lasts: 3 hours if it began with a token of a partner or webmail (Spec 1 §7), 12 hours with credentials. */
export const SESSION_TTL_SECONDS = { token: 3 * HOUR_SECONDS, credentials: 12 * HOUR_SECONDS } as const;
