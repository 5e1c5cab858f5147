const MINUTE_MILLIS = 60_000;

/** A staff session ends after this long without a call. Spec 1 §3. */
export const STAFF_IDLE_MILLIS = 30 * MINUTE_MILLIS;
/** A staff session ends after a working day at the latest. */
export const STAFF_SESSION_MILLIS = 12 * 60 * MINUTE_MILLIS;
/** How long a link to choose the password works. */
export const STAFF_LINK_HOURS = 72;
/** Searches of one member of staff in a quarter of an hour. */
export const SEARCHES_MAXIMUM = 60;
/** How many customers a search shows. */
export const FOUND_MAXIMUM = 20;
