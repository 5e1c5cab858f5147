/** A destination that is fuller than this takes no import. Exactly this much is allowed. Spec 2 §5. */
export const FULL_PERCENT = 95;

/** Imports that run at the same time in one domain, and into one mailbox. The others wait their turn. */
export const RUNNING_IN_DOMAIN_MAXIMUM = 5;
export const RUNNING_INTO_MAILBOX_MAXIMUM = 1;

/** How long a link to continue an import is valid, and how long a stopped import keeps its password. */
export const RESUME_LINK_DAYS = 7;
export const PASSWORD_KEPT_DAYS = 7;

/** How long the report about each folder is kept. */
export const LEDGER_DAYS = 90;

/** Names of recipients that one import counts, and addresses without a home that are listed. */
export const SEEN_ADDRESSES_MAXIMUM = 500;
export const MISSING_LISTED_MAXIMUM = 200;

/** Reasons with subject, date and size that one task lists; more are only counted. */
export const LISTED_ISSUES_MAXIMUM = 10_000;

/** Folders that one task copies. A source that lists more isn't believed. */
export const FOLDERS_MAXIMUM = 5_000;

/** The longest source address and password. Real ones are far shorter; tokens of providers aren't. */
export const REMOTE_PASSWORD_MAXIMUM_CHARACTERS = 1_000;
export const REMOTE_EMAIL_MAXIMUM_CHARACTERS = 320;

/** Links to enter a password that are mailed in 15 minutes: to one recipient, and by one customer. */
export const OWNER_LINKS = { toRecipient: 5, ofCustomer: 500 } as const;

/** Sign-ins at sources that don't work, in 15 minutes: of a customer, of a customer at one server, of everyone at one server. */
export const SOURCE_TRIES = { ofCustomer: 60, ofCustomerAtHost: 20, atHost: 200 } as const;
