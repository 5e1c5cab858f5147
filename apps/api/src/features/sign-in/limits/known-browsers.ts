import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { insertInto, rowsOnce } from '../../../db/built-once.ts';
import type { Queryable } from '../../../db/client.ts';
import type { CallingBrowser } from '../../../http/request-context.ts';
import { hashToken, newToken } from '../../../secrets/tokens.ts';
import { knownBrowser } from '../tables.ts';

/** `loginId` is a mailbox's id, or the customer's own. */
export type LoginKey = { customerId: string; loginId: string };

export type KnownBrowser = { markHash: string; loginId: string; gaveCode: boolean };

const insertBrowsers = insertInto(knownBrowser);

const DAY_MILLIS = 24 * 3_600_000;
const KNOWN_FOR_MILLIS = 180 * DAY_MILLIS;
const A_LOGIN_MAXIMUM = 20;

/** The logins that this browser signed in to before. */
export async function listKnownLogins(
  tx: Queryable,
  { marks }: CallingBrowser,
  now: Date,
): Promise<readonly KnownBrowser[]> {
  if (marks.length === 0) return [];
  const since = new Date(now.getTime() - KNOWN_FOR_MILLIS);
  return tx
    .select({ markHash: knownBrowser.markHash, loginId: knownBrowser.loginId, gaveCode: knownBrowser.gaveCode })
    .from(knownBrowser)
    .where(and(inArray(knownBrowser.markHash, marks.map(hashToken)), gt(knownBrowser.lastUsedAt, since)));
}

/**
 * Notes that the browser signed in to the login, and gives it a mark if it has none of this login. Of many
 * browsers, those that never came back are forgotten first.
 */
export async function rememberBrowser(
  tx: Queryable,
  browser: CallingBrowser,
  { customerId, loginId }: LoginKey,
  { gaveCode, now }: { gaveCode: boolean; now: Date },
): Promise<void> {
  const ofLogin = and(eq(knownBrowser.customerId, customerId), eq(knownBrowser.loginId, loginId));
  const hashes = browser.marks.map(hashToken);
  const used =
    hashes.length === 0
      ? []
      : await tx
          .update(knownBrowser)
          .set({ lastUsedAt: now, gaveCode: sql`${knownBrowser.gaveCode} or ${gaveCode}` })
          .where(and(ofLogin, inArray(knownBrowser.markHash, hashes)))
          .returning({ markHash: knownBrowser.markHash });
  if (used.length > 0) return browser.keepMarks(browser.marks);
  const mark = newToken();
  await Promise.all([
    forgetMost(tx, { customerId, loginId }),
    insertBrowsers(tx, [{ markHash: hashToken(mark), customerId, loginId, gaveCode, createdAt: now, lastUsedAt: now }]),
  ]);
  browser.keepMarks([mark, ...browser.marks]);
}

const forgetMost = rowsOnce<LoginKey, never>(sql`delete from known_browser where mark_hash in (
  select mark_hash from known_browser where customer_id = ${sql.placeholder('customerId')} and login_id = ${sql.placeholder('loginId')}
  order by last_used_at > created_at desc, last_used_at desc offset ${sql.raw(String(A_LOGIN_MAXIMUM - 1))} for update)`);

/** Makes every browser unknown to the login, e.g. after a new password. */
export const forgetBrowsersOf = (tx: Queryable, { customerId, loginId }: LoginKey) =>
  tx.delete(knownBrowser).where(and(eq(knownBrowser.customerId, customerId), eq(knownBrowser.loginId, loginId)));

/** Deletes browsers that haven't signed in for half a year. */
export async function cleanUpKnownBrowsers(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(knownBrowser).where(lt(knownBrowser.lastUsedAt, new Date(now.getTime() - KNOWN_FOR_MILLIS)));
}
