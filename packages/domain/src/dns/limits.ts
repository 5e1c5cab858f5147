/** How long a name server may keep an answer. Spec 2 §5, DNS record. */
export const TTL_MINIMUM_SECONDS = 300;
export const TTL_MAXIMUM_SECONDS = 86_400;

/** What the form and our own records propose. Spec 2 §9. */
export const TTL_DEFAULT_SECONDS = 3600;

/** The ownership record alone lives longer. Spec 2 §9. */
export const OWNERSHIP_TTL_SECONDS = 14_400;

/** What the form for a single MX record proposes; lists count 10, 20, 30. ADR 16. */
export const MX_DEFAULT_PRIORITY = 20;

/** Records a zone may hold. The specification has a limit and no number; a zone of this size still shows on one page. */
export const ZONE_RECORDS_MAXIMUM = 200;

/** Values of one record, such as the addresses of one host: as many as fit an answer over UDP. */
export const RECORD_VALUES_MAXIMUM = 20;

/**
 * All texts of a host as they are sent: a message holds 65,535 octets, and some are for its question, the name server and its signatures.
 * RFC 1035 §4.2.2.
 */
export const TEXTS_MAXIMUM_OCTETS = 60_000;

/** One text, over all its strings of 255 characters: room for the longest DKIM key and far below what TCP carries. */
export const TXT_MAXIMUM_CHARACTERS = 2048;
