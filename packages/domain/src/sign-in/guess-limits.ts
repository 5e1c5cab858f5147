const MINUTE_MILLIS = 60_000;
const WINDOW_MILLIS = 15 * MINUTE_MILLIS;
const DAY_MILLIS = 24 * 60 * MINUTE_MILLIS;
/** A check takes well under a second. One that hasn't reported back after this time was lost with its process. */
const CHECK_MILLIS = MINUTE_MILLIS;

/** How many wrong guesses are allowed in 15 minutes, and in a day. */
export type GuessLimit = { inWindow: number; inDay: number };

/** One account's password, from all browsers together that never signed in to it. */
export const ACCOUNT_LIMIT: GuessLimit = { inWindow: 10, inDay: 100 };

/** One account's password, from one browser that signed in to it before. */
export const KNOWN_BROWSER_LIMIT: GuessLimit = { inWindow: 10, inDay: 50 };

/** All accounts, from one IPv6 site: a /48, which anyone gets for free. */
export const SITE_LIMIT: GuessLimit = { inWindow: 100, inDay: 1000 };

/** The second factor of one account. A guess is right with a probability of 3 in a million, so 30 a day need 15 years for one in two. */
export const CODE_LIMIT: GuessLimit = { inWindow: 10, inDay: 30 };

/** Discount codes, in one purchase; and from one network address, as a shop hands out any number of purchases. */
export const DISCOUNT_CODE_LIMIT: GuessLimit = { inWindow: 10, inDay: 30 };
export const DISCOUNT_ADDRESS_LIMIT: GuessLimit = { inWindow: 30, inDay: 100 };

const AT_ANY_ADDRESS = 10;
const FOR_EACH_KNOWN_USER = 3;
const AT_MOST = 100;
const WINDOWS_IN_A_DAY = 20;

/** More known users than this don't raise an address's limit. */
export const KNOWN_USERS_MAXIMUM = (AT_MOST - AT_ANY_ADDRESS) / FOR_EACH_KNOWN_USER;

/**
 * A person counts as known at a network address from this long after the first sign-in there, and this long after the last one. With the
 * wait, an attacker can't raise a limit with accounts made for the purpose just before the attack.
 */
export const KNOWN_AFTER_MILLIS = DAY_MILLIS;
export const KNOWN_FOR_MILLIS = 30 * DAY_MILLIS;

/** All accounts, from one network address. People who sign in there now and then raise it, because they mistype now and then. */
export function addressLimit(knownUsers: number): GuessLimit {
  const inWindow = Math.min(AT_ANY_ADDRESS + FOR_EACH_KNOWN_USER * knownUsers, AT_MOST);
  return { inWindow, inDay: inWindow * WINDOWS_IN_A_DAY };
}

/** The counts for one account, browser or address. Times in milliseconds since 1970. */
export type GuessCount = {
  wrong: number;
  windowEndsAt: number;
  wrongInDay: number;
  dayEndsAt: number;
  /** Guesses that are being checked now. They may turn out wrong, so they take their places until they are checked. */
  beingChecked: number;
  lastStartedAt: number;
};

export type GuessVerdict =
  /** Check the guess; the count with its place taken. */
  | { verdict: 'check'; count: GuessCount }
  /** All places are taken by guesses that may be right. Ask again in a moment. */
  | { verdict: 'wait' }
  | { verdict: 'refuse'; until: number };

/** Whether one more guess may be checked. Only wrong ones use up the limit, but those being checked count until they turn out right. */
export function startGuess(before: GuessCount | null, limit: GuessLimit, now: number): GuessVerdict {
  const count = currentCount(before, now);
  const until = Math.max(
    count.wrong >= limit.inWindow ? count.windowEndsAt : 0,
    count.wrongInDay >= limit.inDay ? count.dayEndsAt : 0,
  );
  if (until > 0) return { verdict: 'refuse', until };
  const places = Math.min(limit.inWindow - count.wrong, limit.inDay - count.wrongInDay);
  if (count.beingChecked >= places) {
    const areLost = now - count.lastStartedAt > CHECK_MILLIS;
    return areLost ? { verdict: 'refuse', until: count.windowEndsAt } : { verdict: 'wait' };
  }
  return { verdict: 'check', count: { ...count, beingChecked: count.beingChecked + 1, lastStartedAt: now } };
}

/** The count with past windows started anew. */
function currentCount(before: GuessCount | null, now: number): GuessCount {
  const isSameDay = before !== null && before.dayEndsAt > now;
  const day = isSameDay
    ? { wrongInDay: before.wrongInDay, dayEndsAt: before.dayEndsAt }
    : { wrongInDay: 0, dayEndsAt: now + DAY_MILLIS };
  if (before !== null && before.windowEndsAt > now) return { ...before, ...day };
  return { ...day, wrong: 0, windowEndsAt: now + WINDOW_MILLIS, beingChecked: 0, lastStartedAt: now };
}
