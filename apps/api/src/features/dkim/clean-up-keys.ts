import { and, eq, lte } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { dkimKey } from './tables.ts';

/** Deletes private keys that no longer sign. */
export async function cleanUpKeys(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(dkimKey).where(and(eq(dkimKey.status, 'deleting'), lte(dkimKey.validUntil, now)));
}
