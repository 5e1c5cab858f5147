/** Links to set a password, from 'send login details' and 'reset password', are valid for three days. Spec 2 §9. */
export const CREATED_LINK_TTL_SECONDS = 3 * 24 * 60 * 60;

/** How long a change of the alternate email can be undone at the former one. ADR 78. */
export const FORMER_ADDRESS_DAYS = 3;

/** 'Share login info' is offered only while the domain is this young. Spec 2 §2. */
export const SHARE_LOGIN_WINDOW_DAYS = 30;

export const DISPLAY_NAME_MAXIMUM_CHARACTERS = 200;

/** The length of a suspension's free-text reason. Spec 2 §3, Suspension. */
export const SUSPENSION_REASON_MAXIMUM_CHARACTERS = 500;

/** Suspensions that a mailbox may have at the same time. */
export const SUSPENSIONS_MAXIMUM = 20;
