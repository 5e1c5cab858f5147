import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import { entryToken } from './tables.ts';

type EntryTokenRow = typeof entryToken.$inferSelect;
export type EntryKind = EntryTokenRow['kind'];
type Whom = Pick<EntryTokenRow, 'kind' | 'partnerId' | 'customerId' | 'bundleId' | 'email'>;

/** The partner reads why a token was refused. A used or expired one is known for a day. */
const KNOWN_FOR_MILLIS = 24 * 3_600_000;

/** Makes a token and keeps its hash. */
export async function makeEntryToken(
  tx: Queryable,
  whom: Whom,
  { now, validSeconds }: { now: Date; validSeconds: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + validSeconds * 1000);
  await tx.insert(entryToken).values({ ...whom, tokenHash: hashToken(token), createdAt: now, expiresAt, usedAt: null });
  return { token, expiresAt };
}

/** The token's row; or why it can't be used. */
export async function findEntryToken(
  tx: Queryable,
  kind: EntryKind,
  token: string,
  now: Date,
): Promise<EntryTokenRow | string> {
  const [row] = await tx
    .select()
    .from(entryToken)
    .where(and(eq(entryToken.tokenHash, hashToken(token)), eq(entryToken.kind, kind)));
  if (row === undefined) return 'unknown token';
  if (row.usedAt !== null) return 'used before';
  return row.expiresAt > now ? row : 'expired';
}

/** Uses up a token: of two concurrent calls, one gets true. */
export async function spendEntryToken(tx: Queryable, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(entryToken)
    .set({ usedAt: now })
    .where(and(eq(entryToken.tokenHash, tokenHash), isNull(entryToken.usedAt), gt(entryToken.expiresAt, now)))
    .returning({ tokenHash: entryToken.tokenHash });
  return spent.length === 1;
}

/** Deletes tokens that ended a day ago. */
export async function cleanUpEntryTokens(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(entryToken).where(lt(entryToken.expiresAt, new Date(now.getTime() - KNOWN_FOR_MILLIS)));
}
