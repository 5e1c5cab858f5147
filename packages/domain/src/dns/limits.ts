/** How long a name server may keep an answer. Spec 2 §5, DNS record. */
export const TTL_MINIMUM_SECONDS = 300;
export const TTL_MAXIMUM_SECONDS = 86_400;

/** The default of the form and of our own records. Spec 2 §9. */
export const TTL_DEFAULT_SECONDS = 3600;

/** Only the ownership record has a longer one. Spec 2 §9. */
export const OWNERSHIP_TTL_SECONDS = 14_400;

/** The default of the form for a single MX record; lists count 10, 20, 30. ADR 16. */
export const MX_DEFAULT_PRIORITY = 20;

/** Records a zone may have. The specification mentions a limit but no number; a zone of this size still fits on one page. */
export const ZONE_RECORDS_MAXIMUM = 200;

/** Values of one record, such as the addresses of one host: as many as fit into an answer over UDP. */
export const RECORD_VALUES_MAXIMUM = 20;

/**
 * All texts of a host as they are sent. A message holds 65,535 octets, some of which go to its question, the name server and its
 * signatures. RFC 1035 §4.2.2.
 */
export const TEXTS_MAXIMUM_OCTETS = 60_000;

/** One text, with all its strings of 255 characters: room for the longest DKIM key, and far below what fits into an answer over TCP. */
export const TXT_MAXIMUM_CHARACTERS = 2048;
