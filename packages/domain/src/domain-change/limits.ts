/** How long the addresses of a former domain still receive after a change of domain. ADR 58. */
export const FORMER_DOMAIN_DAYS = 90;

/** How many former domains of a bundle receive mail at once. Each is a name that nobody else can use, taken without proof of ownership. */
export const FORMER_DOMAINS_MAXIMUM = 5;
