/** How long a link to the instructions is valid. The person who manages the domain may be on holiday. */
export const INSTRUCTION_LINK_DAYS = 14;

/** How many links to the instructions of one domain are valid at once. A new one revokes the oldest. */
export const INSTRUCTION_LINKS_MAXIMUM = 20;
