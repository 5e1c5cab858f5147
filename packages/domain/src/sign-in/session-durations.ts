const HOUR_SECONDS = 60 * 60;

/** How long a session lasts by how it began: by a token of a partner or webmail 3 hours (Spec 1 §7), by credentials 12 hours. */
export const SESSION_TTL_SECONDS = { token: 3 * HOUR_SECONDS, credentials: 12 * HOUR_SECONDS } as const;
