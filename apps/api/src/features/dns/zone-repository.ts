import type { StoredRecord } from '@postern/domain/dns';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import { type Database, type Queryable, rowsOf } from '../../db/client.ts';
import { isFree, isHeldBy, type Lease } from '../../db/lease.ts';
import { domainConnection } from '../domain-verification/tables.ts';
import { dnsZone } from './tables.ts';

export type ZoneRow = typeof dnsZone.$inferSelect;

/**
 * Whether another customer had the domain, and it isn't proven since. Its registrant may still delegate it to our name servers, where a
 * published zone would prove the domain for the next customer. So the zone waits. ADR 110.
 */
const isLeft = sql`is_left_by_another(${dnsZone.zoneName}, ${dnsZone.customerId})`;
const isPublishable = sql`${dnsZone.publishedVersion} < ${dnsZone.version} and not ${isLeft}`;

const one = ({ customerId, bundleId }: BundleKey) => ofBundle(dnsZone, { customerId, bundleId });
const publishing = { until: dnsZone.publishingUntil, by: dnsZone.publishingBy };

/** Creates the bundle's zone, empty, if there is none yet. */
export async function ensureZone(
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
  zoneName: string,
  now: Date,
): Promise<void> {
  await tx
    .insert(dnsZone)
    .values({ customerId, bundleId, zoneName, records: [], version: 1, publishedVersion: 0, createdAt: now })
    .onConflictDoNothing();
}

export async function findZone(tx: Queryable, key: BundleKey): Promise<ZoneRow | null> {
  const [row] = await tx.select().from(dnsZone).where(one(key));
  return row ?? null;
}

/** The records that the bundle's zone has. */
export const listZoneRecords = async (tx: Queryable, key: BundleKey): Promise<readonly StoredRecord[]> =>
  (await findZone(tx, key))?.records ?? [];

/** The same as of a zone's name, without a zone. */
export async function isLeftByAnother(tx: Queryable, customerId: string, name: string): Promise<boolean> {
  const [row] = await rowsOf<{ isLeft: boolean }>(
    tx,
    sql`select is_left_by_another(${name}, ${customerId}::uuid) as "isLeft"`,
  );
  return row?.isLeft === true;
}

/** The bundle's zone, locked until the transaction ends, so that a zone changes one request at a time. */
export async function lockZone(tx: Queryable, key: BundleKey): Promise<ZoneRow | null> {
  const [row] = await tx.select().from(dnsZone).where(one(key)).for('update');
  return row ?? null;
}

/** Replaces the zone's records, and counts the change. The last check of the domain is out of date now. */
export async function changeZone(
  tx: Queryable,
  zone: Pick<ZoneRow, 'customerId' | 'bundleId' | 'version'>,
  records: StoredRecord[],
): Promise<number> {
  const version = zone.version + 1;
  await tx.update(dnsZone).set({ records, version }).where(one(zone));
  await makeCheckDue(tx, zone);
  return version;
}

/** Makes the next check due. A check that is running may have seen the former records, so its result is dropped. */
async function makeCheckDue(tx: Queryable, key: BundleKey): Promise<void> {
  const { customerId, bundleId, createdAt } = domainConnection;
  await tx
    .update(domainConnection)
    .set({ nextCheckAt: createdAt, checkStartedAt: null })
    .where(and(eq(customerId, key.customerId), eq(bundleId, key.bundleId)));
}

/** Takes the zone for publishing, if there is something to publish and no other process is doing it. */
export async function takeForPublishing(
  tx: Queryable,
  key: BundleKey,
  now: Date,
  { until, by }: Lease,
): Promise<ZoneRow | null> {
  const [row] = await tx
    .update(dnsZone)
    .set({ publishingUntil: until, publishingBy: by })
    .where(and(one(key), isPublishable, isFree(publishing, now)))
    .returning();
  return row ?? null;
}

/** Whether the bundle's zone waits for a proof that the domain is the customer's. */
export async function waitsForProof(tx: Queryable, key: BundleKey): Promise<boolean> {
  const [row] = await tx
    .select({ isLeft: sql<boolean>`${isLeft}` })
    .from(dnsZone)
    .where(one(key));
  return row?.isLeft === true;
}

/** Whether the zone has a change that the name server doesn't know yet. */
export async function isBehind(tx: Queryable, key: BundleKey): Promise<boolean> {
  const [row] = await tx
    .select({ bundleId: dnsZone.bundleId })
    .from(dnsZone)
    .where(and(one(key), isPublishable));
  return row !== undefined;
}

const FREE = { publishingUntil: null, publishingBy: null };

/** Gives the zone back unpublished, unless the lease was lost meanwhile. */
export async function giveUpPublishing(tx: Queryable, key: BundleKey, lease: Lease): Promise<void> {
  await tx
    .update(dnsZone)
    .set(FREE)
    .where(and(one(key), isHeldBy(publishing, lease)));
}

/**
 * Gives the zone back, published as it was taken, and makes a check due, as earlier checks saw the former records. If the lease was lost
 * meanwhile, this process may have overwritten newer records with older ones, so the zone is published again, even if the other process
 * finishes after this one.
 */
export async function endPublishing(tx: Queryable, key: BundleKey, lease: Lease, taken: ZoneRow): Promise<void> {
  const { publishedVersion } = dnsZone;
  const isUntouched = sql`${publishedVersion} = ${taken.publishedVersion}`;
  const ended = await tx
    .update(dnsZone)
    .set({
      ...FREE,
      publishedVersion: sql`case when ${isUntouched} then ${taken.version} else ${publishedVersion} end`,
    })
    .where(and(one(key), isHeldBy(publishing, lease)))
    .returning({ bundleId: dnsZone.bundleId });
  if (ended.length === 0)
    await tx
      .update(dnsZone)
      .set({ publishedVersion: sql`least(${publishedVersion}, 0) - 1` })
      .where(and(one(key), eq(dnsZone.zoneName, taken.zoneName)));
  await makeCheckDue(tx, key);
}

/** Marks published zones that the name server doesn't have, so that they are published again. Returns how many there were. */
export async function unpublishMissing(
  tx: Queryable,
  served: readonly string[],
  publishedBefore: Date,
): Promise<number> {
  const missing = await tx
    .update(dnsZone)
    .set({ publishedVersion: 0 })
    .where(
      and(
        gt(dnsZone.publishedVersion, 0),
        isNull(dnsZone.publishingUntil),
        lt(dnsZone.createdAt, publishedBefore),
        sql`not (${dnsZone.zoneName} = any (${sql.param([...served])}::text[]))`,
      ),
    )
    .returning({ bundleId: dnsZone.bundleId });
  return missing.length;
}

/** Zones whose last change has not reached the name server. */
export function listUnpublished(tx: Queryable, now: Date, atMost: number): Promise<BundleKey[]> {
  return tx
    .select({ customerId: dnsZone.customerId, bundleId: dnsZone.bundleId })
    .from(dnsZone)
    .where(and(isPublishable, isFree(publishing, now)))
    .orderBy(dnsZone.createdAt)
    .limit(atMost);
}

/** Takes the zone to withdraw it. It counts as changed, so that it is published again if nobody finishes that. */
export async function takeForWithdrawal(
  tx: Queryable,
  key: BundleKey,
  now: Date,
  { until, by }: Lease,
): Promise<ZoneRow | null> {
  const [row] = await tx
    .update(dnsZone)
    .set({ version: sql`${dnsZone.version} + 1`, publishingUntil: until, publishingBy: by })
    .where(and(one(key), isFree(publishing, now)))
    .returning();
  return row ?? null;
}

/** Deletes the zone's row, unless the lease was lost meanwhile: then another process may have published the zone again. */
export async function deleteHeldZone(tx: Queryable, key: BundleKey, lease: Lease): Promise<boolean> {
  const rows = await tx
    .delete(dnsZone)
    .where(and(one(key), isHeldBy(publishing, lease)))
    .returning({ bundleId: dnsZone.bundleId });
  return rows.length === 1;
}

/** Some zones, at random, that the name server has as they are now. */
export async function samplePublishedZones(db: Database, atMost: number): Promise<string[]> {
  const { zoneName, version, publishedVersion } = dnsZone;
  const isPublished = and(eq(publishedVersion, version), isNull(dnsZone.publishingUntil));
  const rows = await db.asSystem((tx) =>
    tx.select({ zoneName }).from(dnsZone).where(isPublished).orderBy(sql`random()`).limit(atMost),
  );
  return rows.map((row) => row.zoneName);
}
