import { lte } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { instructionLink } from './tables.ts';

/** Deletes links that have expired. */
export async function cleanUpInstructionLinks(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(instructionLink).where(lte(instructionLink.expiresAt, now));
}
