import { type DkimKey, sortDkimKeys } from '@postern/domain/dkim';
import { and, desc, eq } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { toEd25519Record, toRecord } from './key-view.ts';
import { dkimKey } from './tables.ts';

type Row = typeof dkimKey.$inferSelect;

/** A key's row, with the fields that the domain's rules use. */
export type StoredKey = DkimKey & Pick<Row, 'selector' | 'publicKey'> & { row: Row };

const ofDomain = ({ customerId, bundleId }: BundleKey, domainName: string) =>
  and(ofBundle(dkimKey, { customerId, bundleId }), eq(dkimKey.domainName, domainName));

/** The domain's keys, the enabled one first, then the newest. A deleted key is listed until its grace period ends. */
export async function listKeys(
  tx: Queryable,
  bundleKey: BundleKey,
  domainName: string,
  now: Date,
): Promise<StoredKey[]> {
  const rows = await tx
    .select()
    .from(dkimKey)
    .where(ofDomain(bundleKey, domainName))
    .orderBy(desc(dkimKey.createdAt), desc(dkimKey.keyId));
  const keys = rows
    .map(toStored)
    .filter((key) => key.status !== 'deleting' || (key.signsUntilMillis ?? 0) > now.getTime());
  return sortDkimKeys(keys);
}

function toStored(row: Row): StoredKey {
  const { keyId, status, isEnabled, validUntil, selector, publicKey } = row;
  return {
    dkimId: keyId,
    status,
    isEnabled,
    signsUntilMillis: validUntil?.getTime() ?? null,
    selector,
    publicKey,
    row,
  };
}

const isOf = (row: Row) => and(ofBundle(dkimKey, row), eq(dkimKey.keyId, row.keyId));

/** Stores whether the Ed25519 record was seen, and returns the changed key. */
export async function setEd25519Seen(tx: Queryable, key: StoredKey, isEd25519Seen: boolean): Promise<StoredKey> {
  await tx.update(dkimKey).set({ isEd25519Seen }).where(isOf(key.row));
  return { ...key, row: { ...key.row, isEd25519Seen } };
}

export const insertKey = (tx: Queryable, row: typeof dkimKey.$inferInsert) => tx.insert(dkimKey).values(row);

/**
 * Saves the keys that a rule changed, and erases those it removed. Keys are disabled before one is enabled, as the database allows only
 * one enabled key.
 */
export async function saveKeys(
  tx: Queryable,
  before: readonly StoredKey[],
  after: readonly StoredKey[],
  now: Date,
): Promise<void> {
  for (const { row } of before.filter(({ dkimId }) => !after.some((key) => key.dkimId === dkimId)))
    await tx.delete(dkimKey).where(isOf(row));
  for (const key of after.toSorted((one, other) => Number(one.isEnabled) - Number(other.isEnabled))) {
    const { row, status, isEnabled, signsUntilMillis } = key;
    if (before.includes(key)) continue;
    const validFrom = isEnabled && row.validFrom === null ? now : row.validFrom;
    const validUntil = signsUntilMillis === null ? null : new Date(signsUntilMillis);
    await tx.update(dkimKey).set({ status, isEnabled, validFrom, validUntil }).where(isOf(row));
  }
}

type TextRecord = { host: string; value: string };

/** The key whose records the domain should have: the one that signs, else the newest; null without keys. */
export async function findKeyToPublish(
  tx: Queryable,
  bundleKey: BundleKey,
  domainName: string,
): Promise<(TextRecord & { dkimId: string; ed25519: TextRecord | null; isEnabled: boolean }) | null> {
  const rows = await tx
    .select()
    .from(dkimKey)
    .where(ofDomain(bundleKey, domainName))
    .orderBy(desc(dkimKey.isEnabled), desc(dkimKey.createdAt), desc(dkimKey.keyId));
  const key = rows.find(({ status }) => status !== 'deleting');
  if (key === undefined) return null;
  const ed25519 = toEd25519Record(key.selector, key.ed25519PublicKey);
  return { ...toRecord(key), dkimId: key.keyId, ed25519, isEnabled: key.isEnabled };
}
