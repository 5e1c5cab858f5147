/** Terms that ask the DNS in one check: include, a, mx, ptr, exists and redirect. More is an error for every receiver. RFC 7208 §4.6.4. */
export const SPF_LOOKUPS_MAXIMUM = 10;

/** Look-ups that find nothing; more is an error for most receivers. RFC 7208 §4.6.4. */
export const SPF_VOIDS_MAXIMUM = 2;

/** Mail servers of a name that `mx` stands for; more is an error for every receiver. RFC 7208 §4.6.4. */
export const SPF_MX_MAXIMUM = 10;

/** Above this an answer may not fit a plain UDP packet beside the other records of the host. RFC 7208 §3.4. */
export const SPF_SAFE_CHARACTERS = 450;

/** The longest SPF record that is read at all: no receiver takes more. Keeps every parser below bounded. */
export const SPF_MAXIMUM_CHARACTERS = 2048;
