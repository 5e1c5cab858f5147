import { and, eq, isNull, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, nameRegistry } from '../bundles/tables.ts';
import { partner, partnerFont, partnerHost, partnerKey, partnerOrigin, partnerServer } from './tables.ts';

export type PartnerRow = typeof partner.$inferSelect;
export type PartnerKeyRow = typeof partnerKey.$inferSelect;

export async function findPartner(db: Queryable, partnerId: number): Promise<PartnerRow | null> {
  const [row] = await selectPartner(db, { partnerId });
  return row ?? null;
}

const selectPartner = builtOnce<{ partnerId: number }, PartnerRow[]>((db) =>
  db
    .select()
    .from(partner)
    .where(eq(partner.partnerId, sql.placeholder('partnerId'))),
);

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

/** Registers the server, unless it is registered already. */
export const insertServer = (tx: Queryable, partnerId: number, serverId: string) =>
  tx.insert(partnerServer).values({ partnerId, serverId }).onConflictDoNothing();

export async function findPartnerIdOfServer(db: Queryable, serverId: string): Promise<number | null> {
  const [row] = await db
    .select({ partnerId: partnerServer.partnerId })
    .from(partnerServer)
    .where(eq(partnerServer.serverId, serverId));
  return row?.partnerId ?? null;
}

/** True when the partner had this server. */
export async function deleteServer(tx: Queryable, partnerId: number, serverId: string): Promise<boolean> {
  const rows = await tx
    .delete(partnerServer)
    .where(and(eq(partnerServer.partnerId, partnerId), eq(partnerServer.serverId, serverId)))
    .returning({ serverId: partnerServer.serverId });
  return rows.length === 1;
}

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

export type NewFont = Omit<typeof partnerFont.$inferInsert, 'partnerId'>;

/** Stores this file as the partner's font, or removes the file. */
export async function replaceFont(tx: Queryable, partnerId: number, font: NewFont | null): Promise<void> {
  await tx.delete(partnerFont).where(eq(partnerFont.partnerId, partnerId));
  if (font !== null) await tx.insert(partnerFont).values({ partnerId, ...font });
}

/** What a style sheet needs to know of the partner's font; null if the partner has no font file. */
export async function findFont(
  db: Queryable,
  partnerId: number,
): Promise<{ hash: string; isVariable: boolean } | null> {
  const { hash, isVariable } = partnerFont;
  const [row] = await db.select({ hash, isVariable }).from(partnerFont).where(eq(partnerFont.partnerId, partnerId));
  return row ?? null;
}

export async function findFontFile(db: Queryable, partnerId: number, hash: string): Promise<Buffer | null> {
  const [row] = await db
    .select({ file: partnerFont.file })
    .from(partnerFont)
    .where(and(eq(partnerFont.partnerId, partnerId), eq(partnerFont.hash, hash)));
  return row === undefined ? null : Buffer.from(row.file, 'base64');
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
