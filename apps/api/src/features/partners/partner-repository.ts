import { and, eq, isNull } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, nameRegistry } from '../bundles/tables.ts';
import { partner, partnerHost, partnerKey, partnerOrigin } from './tables.ts';

export type PartnerRow = typeof partner.$inferSelect;
export type PartnerKeyRow = typeof partnerKey.$inferSelect;

export async function findPartner(db: Queryable, partnerId: number): Promise<PartnerRow | null> {
  const [row] = await db.select().from(partner).where(eq(partner.partnerId, partnerId));
  return row ?? null;
}

/** The partner, locked until the transaction ends, so that a JSON column can be read and written back. */
export async function lockPartner(tx: Queryable, partnerId: number): Promise<PartnerRow | null> {
  const [row] = await tx.select().from(partner).where(eq(partner.partnerId, partnerId)).for('update');
  return row ?? null;
}

export const listPartners = (db: Queryable) => db.select().from(partner).orderBy(partner.partnerId);

export async function findPartnerIdOfHost(db: Queryable, host: string): Promise<number | null> {
  const [row] = await db
    .select({ partnerId: partnerHost.partnerId })
    .from(partnerHost)
    .where(eq(partnerHost.host, host));
  return row?.partnerId ?? null;
}

export async function findPartnerIdOfDomain(tx: Queryable, domainName: string): Promise<number | null> {
  const [row] = await tx
    .select({ partnerId: bundle.partnerId })
    .from(nameRegistry)
    .innerJoin(bundle, ofBundle(bundle, nameRegistry))
    .where(and(eq(nameRegistry.name, domainName), eq(nameRegistry.kind, 'domain')));
  return row?.partnerId ?? null;
}

export const insertPartner = (tx: Queryable, row: typeof partner.$inferInsert) =>
  tx.insert(partner).values(row).onConflictDoNothing().returning({ partnerId: partner.partnerId });

export const updatePartner = (tx: Queryable, partnerId: number, change: Partial<PartnerRow>) =>
  tx.update(partner).set(change).where(eq(partner.partnerId, partnerId));

export const insertPartnerKey = (tx: Queryable, row: typeof partnerKey.$inferInsert) =>
  tx.insert(partnerKey).values(row);

/** A key that may still verify links, or null. */
export async function findLiveKey(db: Queryable, partnerId: number, keyId: string): Promise<PartnerKeyRow | null> {
  const [row] = await db
    .select()
    .from(partnerKey)
    .where(and(eq(partnerKey.partnerId, partnerId), eq(partnerKey.keyId, keyId), isNull(partnerKey.revokedAt)));
  return row ?? null;
}

export const listKeys = (db: Queryable, partnerId: number) =>
  db.select().from(partnerKey).where(eq(partnerKey.partnerId, partnerId)).orderBy(partnerKey.createdAt);

export const insertOrigin = (tx: Queryable, partnerId: number, origin: string) =>
  tx.insert(partnerOrigin).values({ partnerId, origin }).onConflictDoNothing();

/** Registers the host, unless it is registered already. */
export const insertHost = (tx: Queryable, partnerId: number, host: string) =>
  tx.insert(partnerHost).values({ partnerId, host }).onConflictDoNothing();

export async function listOrigins(db: Queryable, partnerId: number): Promise<string[]> {
  const rows = await db
    .select({ origin: partnerOrigin.origin })
    .from(partnerOrigin)
    .where(eq(partnerOrigin.partnerId, partnerId));
  return rows.map((row) => row.origin);
}

/** True when there was a live key to revoke. */
export async function markKeyRevoked(
  tx: Queryable,
  partnerId: number,
  keyId: string,
  revokedAt: Date,
): Promise<boolean> {
  const rows = await tx
    .update(partnerKey)
    .set({ revokedAt })
    .where(and(eq(partnerKey.partnerId, partnerId), eq(partnerKey.keyId, keyId), isNull(partnerKey.revokedAt)))
    .returning({ keyId: partnerKey.keyId });
  return rows.length === 1;
}
