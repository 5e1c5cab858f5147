import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { session } from './tables.ts';

/** Deletes sessions that have expired. */
export async function cleanUpSessions(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(session).where(lt(session.expiresAt, now));
}
