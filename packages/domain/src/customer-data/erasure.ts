/**
 * How long an erasure waits. The owner is told at once and can take it back until then: a thief who has the session and the password could
 * otherwise destroy a company's mail in a minute. The law allows a month.
 */
export const ERASURE_DAYS = 14;

/** Nothing is left to the last second: requests that began before the start have ended by then. */
export const ERASURE_GRACE_MILLIS = 60_000;

/** Whether the owner typed the account's email, so that nobody erases an account by pressing twice. */
export const isErasureConfirmed = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();
