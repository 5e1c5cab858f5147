/** Receivers ignore shorter RSA keys. RFC 8301 §3.2. */
export const DKIM_RSA_MINIMUM_BITS = 1024;

/** How long a key keeps signing after it was deleted, or another one was enabled. Spec 2 §4. */
export const DKIM_GRACE_HOURS = 12;

/** After this long in use a key should be replaced: then someone who secretly copied it can no longer sign in the domain's name. */
export const DKIM_ROLL_OVER_DAYS = 365;

/** Keys that a domain may have at a time, including those in their hours of grace: two to roll over, and room for mistakes. */
export const DKIM_KEYS_MAXIMUM = 6;
