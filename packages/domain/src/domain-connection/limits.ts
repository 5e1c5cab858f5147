/** From when on a mail order was bought, so long may ownership stay unproven; then the order is cancelled. Spec 2 §9. */
export const OWNERSHIP_PROOF_DAYS = 14;

/** After a change of the domain, the addresses of the former one receive for so long. ADR 58. */
export const FORMER_DOMAIN_DAYS = 90;

/** So many former domains of a bundle receive at once: each is a name that nobody else can have, and no proof was asked for it. */
export const FORMER_DOMAINS_AT_MOST = 5;

/** A domain that was looked at this short a while ago is not looked at again: what was found then is shown. */
export const RECHECK_PAUSE_SECONDS = 5;

/** A plan is of its moment: after this long another one is made. */
export const ZONE_PLAN_HOURS = 24;

/** So long a link to the instructions opens; who manages a domain may be on holiday. */
export const INSTRUCTION_LINK_DAYS = 14;

/** So many links to the instructions of a domain open at once; a new one closes the oldest. */
export const INSTRUCTION_LINKS_AT_MOST = 20;
