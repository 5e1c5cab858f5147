/** Receivers ignore shorter RSA keys. RFC 8301 §3.2. */
export const DKIM_RSA_MINIMUM_BITS = 1024;

/** How long the old key goes on signing after another was enabled or it was deleted. Spec 2 §4. */
export const DKIM_GRACE_HOURS = 12;

/** After so long in use a key is due for a successor: who copied it unseen can sign in the domain's name no longer. */
export const DKIM_ROLL_OVER_DAYS = 365;

/** Keys that a domain may have at a time, those in their hours of grace included: two to roll over, and room for mistakes. */
export const DKIM_KEYS_MAXIMUM = 6;
