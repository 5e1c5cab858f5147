import {
  addressLimit,
  type GuessLimit,
  KNOWN_BROWSER_LIMIT,
  networkOf,
  SITE_LIMIT,
  siteOf,
} from '@postern/domain/sign-in';
import { eq } from 'drizzle-orm';
import type { Database, Queryable } from '../../../db/client.ts';
import { type CountRow, type GuessCounter, readCounts, type StartedGuess, tryGuess } from '../../../http/guesses.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { rateLimit } from '../../../http/tables.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import type { KnownBrowser } from './known-browsers.ts';

export type Guarded = {
  guess: StartedGuess;
  /** The logins that the guess may be checked against. */
  isOpen: (loginId: string) => boolean;
};

/** What is guessed. */
type What = 'password' | 'code';

const ofAccount = (what: What, key: string): string => `guess/${what}/account/${key}`;
const ofBrowser = (what: What, markHash: string): string => `guess/${what}/browser/${markHash}`;
const ofAddress = (ip: string): string => `guess/address/${networkOf(ip)}`;
/** Above the limit of its networks, as anyone can have 65,536 of them. */
const ofSite = (ip: string): string[] => {
  const site = siteOf(ip);
  return site === null ? [] : [`guess/site/${site}`];
};

/** Reads all counts that a guess may be counted in, together with what else the caller reads. */
export const readGuessCounts = (
  tx: Queryable,
  what: What,
  accountKey: string,
  { ip, browser }: Pick<RequestContext, 'ip' | 'browser'>,
): Promise<CountRow[]> =>
  readCounts(tx, [
    ofAccount(what, accountKey),
    ofAddress(ip),
    ...ofSite(ip),
    ...browser.marks.map((mark) => ofBrowser(what, hashToken(mark))),
  ]);

/** Forgets the wrong guesses of strangers at an account. */
export const forgetWrongGuesses = (tx: Queryable, what: What, accountKey: string) =>
  tx.delete(rateLimit).where(eq(rateLimit.key, ofAccount(what, accountKey)));

/**
 * Takes a place for a guess before it is checked. Strangers share an account's guesses, and those of their network address. A browser that
 * signed in to a login before has guesses of its own for that login, so a stranger can't lock its owner out, and nobody's mistakes at the
 * same address count. Throws TOO_MANY_ATTEMPTS, whether the guess is right or not and whether the account exists or not.
 */
export async function guardGuess(
  deps: { db: Database; clock: Clock },
  wish: {
    what: What;
    /** The counts, as `readGuessCounts` gave them. */
    seen: readonly CountRow[];
    /** The account as the caller named it; it need not exist. */
    account: { key: string; limit: GuessLimit };
    /** The logins that it may be. */
    loginIds: readonly string[];
    /** The logins that the caller's browser signed in to before. */
    known: readonly KnownBrowser[];
    ip: string;
    knownUsers: number;
  },
): Promise<Guarded> {
  const { what, account, loginIds } = wish;
  const known = wish.known.filter(({ loginId }) => loginIds.includes(loginId));
  const own: GuessCounter[] = known.map(({ markHash }) => ({
    key: ofBrowser(what, markHash),
    limit: KNOWN_BROWSER_LIMIT,
  }));
  // One login may have several marks.
  if (loginIds.length > 0 && new Set(known.map(({ loginId }) => loginId)).size === loginIds.length) {
    const taken = await tryGuess(deps, own, wish.seen);
    if (!taken.ok) throw refusal(taken.retryAfterSeconds);
    return { guess: taken.guess, isOpen: () => true };
  }
  const strangers: GuessCounter[] = [
    { key: ofAccount(what, account.key), limit: account.limit },
    { key: ofAddress(wish.ip), limit: addressLimit(wish.knownUsers) },
    ...ofSite(wish.ip).map((key) => ({ key, limit: SITE_LIMIT })),
  ];
  const taken = await tryGuess(deps, strangers, wish.seen);
  if (taken.ok) return { guess: taken.guess, isOpen: () => true };
  const instead = own.length === 0 ? null : await tryGuess(deps, own, wish.seen);
  if (!instead?.ok) throw refusal(taken.retryAfterSeconds);
  return { guess: instead.guess, isOpen: (loginId) => known.some((one) => one.loginId === loginId) };
}

const refusal = (retryAfterSeconds: number) => new PanelError('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
