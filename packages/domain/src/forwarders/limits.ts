/** Forwarders of a domain, and mailboxes that one of them delivers to: one mail becomes at most this many copies. */
export const FORWARDERS_MAXIMUM = 500;
export const FORWARDER_RECIPIENTS_MAXIMUM = 100;
