import { randomBytes } from 'node:crypto';
import { ROOT_HOST } from '@postern/domain/dns';
import type { VerifiedPurposes } from '@postern/domain/domain-connection';
import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { domainConnection, type KeptCheck } from './tables.ts';

export type ConnectionRow = typeof domainConnection.$inferSelect;

const one = ({ customerId, bundleId }: BundleKey) => ofBundle(domainConnection, { customerId, bundleId });

/** Creates the row of a bundle's domain if there is none yet, with a random ownership token. */
export async function ensureConnection(
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
  domainName: string,
  now: Date,
): Promise<void> {
  const ownershipToken = randomBytes(16).toString('hex');
  await tx
    .insert(domainConnection)
    .values({ customerId, bundleId, domainName, ownershipToken, verified: {}, nextCheckAt: now, createdAt: now })
    .onConflictDoNothing();
}

export async function findConnection(tx: Queryable, key: BundleKey): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(domainConnection).where(one(key));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockConnection(tx: Queryable, key: BundleKey): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(domainConnection).where(one(key)).for('update');
  return row ?? null;
}

type Claim = { now: Date; checkedBefore: Date; startedBefore: Date };

/** Claims the check of a domain, unless one is running, or has just ended and none is due. */
export async function claimCheck(
  tx: Queryable,
  key: BundleKey,
  { now, checkedBefore, startedBefore }: Claim,
): Promise<boolean> {
  const { checkStartedAt, checkedAt, nextCheckAt } = domainConnection;
  const claimed = await tx
    .update(domainConnection)
    .set({ checkStartedAt: now })
    .where(
      and(
        one(key),
        // An evaluation's clock may have been put back: a time in the future counts as past.
        or(isNull(checkStartedAt), lt(checkStartedAt, startedBefore), gt(checkStartedAt, now)),
        or(isNull(checkedAt), lte(checkedAt, checkedBefore), gt(checkedAt, now), lte(nextCheckAt, now)),
      ),
    )
    .returning({ bundleId: domainConnection.bundleId });
  return claimed.length > 0;
}

type Ended = {
  verified: VerifiedPurposes;
  lastCheck: KeptCheck;
  answeredAt: Date | null;
  checkedAt: Date;
  nextCheckAt: Date;
};

/** Saves the result of a check, and allows the next one. */
export const endCheck = (tx: Queryable, key: BundleKey, ended: Ended) =>
  tx
    .update(domainConnection)
    .set({ ...ended, checkStartedAt: null })
    .where(one(key));

export const setVerified = (tx: Queryable, key: BundleKey, verified: VerifiedPurposes) =>
  tx.update(domainConnection).set({ verified }).where(one(key));

/** Domains whose next check is due, the longest waiting first. */
export function listDueConnections(tx: Queryable, now: Date, atMost: number): Promise<BundleKey[]> {
  return tx
    .select({ customerId: domainConnection.customerId, bundleId: domainConnection.bundleId })
    .from(domainConnection)
    .where(lte(domainConnection.nextCheckAt, now))
    .orderBy(domainConnection.nextCheckAt)
    .limit(atMost);
}

/** The MX records that the last check of a domain saw. */
export async function listSeenMx(tx: Queryable, name: string): Promise<string[]> {
  const { lastCheck, domainName } = domainConnection;
  const [row] = await tx.select({ lastCheck }).from(domainConnection).where(eq(domainName, name)).limit(1);
  const zone = row?.lastCheck?.zone ?? [];
  return zone.filter(({ type, host }) => type === 'MX' && host === ROOT_HOST).map(({ value }) => value);
}
