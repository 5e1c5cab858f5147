import type { StoredRecord } from '@postern/domain/dns';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { isFree, isHeldBy, type Lease } from '../../db/lease.ts';
import { domainConnection } from '../domain-verification/tables.ts';
import { dnsZone } from './tables.ts';

export type ZoneRow = typeof dnsZone.$inferSelect;

const one = ({ customerId, bundleId }: BundleKey) => ofBundle(dnsZone, { customerId, bundleId });
const publishing = { until: dnsZone.publishingUntil, by: dnsZone.publishingBy };

/** Makes the bundle's zone, empty, when it isn't there yet. */
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

export async function findZone(tx: Queryable, place: BundleKey): Promise<ZoneRow | null> {
  const [row] = await tx.select().from(dnsZone).where(one(place));
  return row ?? null;
}

/** The same, held until the transaction ends: changes of a zone come one after the other. */
export async function lockZone(tx: Queryable, place: BundleKey): Promise<ZoneRow | null> {
  const [row] = await tx.select().from(dnsZone).where(one(place)).for('update');
  return row ?? null;
}

/** Puts other records in the place of the zone's, and counts the change. What was seen of the domain is out of date with it. */
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

/** Whoever is looking just now saw the former records, or some of both: what comes of that is not kept. */
async function makeCheckDue(tx: Queryable, place: BundleKey): Promise<void> {
  const { customerId, bundleId, createdAt } = domainConnection;
  await tx
    .update(domainConnection)
    .set({ nextCheckAt: createdAt, checkStartedAt: null })
    .where(and(eq(customerId, place.customerId), eq(bundleId, place.bundleId)));
}

/** Takes the zone for publishing, when there is something to publish and nobody else is at it. */
export async function takeForPublishing(
  tx: Queryable,
  place: BundleKey,
  now: Date,
  { until, by }: Lease,
): Promise<ZoneRow | null> {
  const [row] = await tx
    .update(dnsZone)
    .set({ publishingUntil: until, publishingBy: by })
    .where(and(one(place), lt(dnsZone.publishedVersion, dnsZone.version), isFree(publishing, now)))
    .returning();
  return row ?? null;
}

const FREE = { publishingUntil: null, publishingBy: null };

/** Gives the zone back, unpublished as it was. Whoever lost it meanwhile gives nothing back. */
export async function giveUpPublishing(tx: Queryable, place: BundleKey, lease: Lease): Promise<void> {
  await tx
    .update(dnsZone)
    .set(FREE)
    .where(and(one(place), isHeldBy(publishing, lease)));
}

/**
 * Gives the zone back, published as it was taken, and a check is due: one that came before saw what was there until now. Whoever lost it
 * meanwhile may have put its older records over another's newer ones: the zone is published anew, also when that one ends after this.
 */
export async function endPublishing(tx: Queryable, place: BundleKey, lease: Lease, taken: ZoneRow): Promise<void> {
  const { publishedVersion } = dnsZone;
  const isUntouched = sql`${publishedVersion} = ${taken.publishedVersion}`;
  const ended = await tx
    .update(dnsZone)
    .set({
      ...FREE,
      publishedVersion: sql`case when ${isUntouched} then ${taken.version} else ${publishedVersion} end`,
    })
    .where(and(one(place), isHeldBy(publishing, lease)))
    .returning({ bundleId: dnsZone.bundleId });
  if (ended.length === 0)
    await tx
      .update(dnsZone)
      .set({ publishedVersion: sql`least(${publishedVersion}, 0) - 1` })
      .where(and(one(place), eq(dnsZone.zoneName, taken.zoneName)));
  await makeCheckDue(tx, place);
}

/** Zones that were published and that the name server doesn't have: they are published anew. How many. */
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
    .where(and(sql`${dnsZone.publishedVersion} < ${dnsZone.version}`, isFree(publishing, now)))
    .orderBy(dnsZone.createdAt)
    .limit(atMost);
}
