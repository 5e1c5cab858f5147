import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

/**
 * Commits the transaction without waiting for the disk: a crash of the database may lose it, whole, in the first second. Only for
 * what is found out again by itself or needn't last (ADR 42).
 */
export async function dontWaitForDisk(tx: Queryable): Promise<void> {
  await tx.execute(sql`set local synchronous_commit = off`);
}
