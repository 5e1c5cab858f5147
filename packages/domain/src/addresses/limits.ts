/** The part before the @. RFC 5321 §4.5.3.1.1. */
export const USER_NAME_MAXIMUM_CHARACTERS = 64;

/** One label of a domain name. RFC 1035 §2.3.4. */
export const LABEL_MAXIMUM_CHARACTERS = 63;

/** A domain name as text: 255 octets on the wire less the length bytes at both ends. RFC 1035 §2.3.4. */
export const DOMAIN_MAXIMUM_CHARACTERS = 253;

/** A whole address: a path of 256 less its angle brackets. RFC 5321 §4.5.3.1.3. */
export const ADDRESS_MAXIMUM_CHARACTERS = 254;
