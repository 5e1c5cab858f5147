/**
 * Terms with DNS lookups in one check: include, a, mx, ptr, exists and redirect. With more, every receiver reports an error. RFC 7208
 * §4.6.4.
 */
export const SPF_LOOKUPS_MAXIMUM = 10;

/** Void lookups, which find nothing; with more, most receivers report an error. RFC 7208 §4.6.4. */
export const SPF_VOIDS_MAXIMUM = 2;

/** Mail servers that an `mx` term may stand for; with more, every receiver reports an error. RFC 7208 §4.6.4. */
export const SPF_MX_MAXIMUM = 10;

/** Above this, an answer may not fit into a plain UDP packet together with the host's other records. RFC 7208 §3.4. */
export const SPF_SAFE_CHARACTERS = 450;

/** The longest SPF record that is parsed; no receiver accepts a longer one. It bounds the work of every parser below. */
export const SPF_MAXIMUM_CHARACTERS = 2048;

/** The shortest prefixes of networks that one owner has: wider ones are shares of the internet, not one owner's servers. */
export const OWN_IP4_PREFIX = 8;
export const OWN_IP6_PREFIX = 16;
