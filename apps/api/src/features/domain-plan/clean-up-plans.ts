import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { zonePlan } from './tables.ts';

const UNDO_DAYS = 30;

/** Deletes plans that are too old to be undone. */
export async function cleanUpPlans(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(zonePlan).where(lt(zonePlan.createdAt, new Date(now.getTime() - UNDO_DAYS * 24 * 3_600_000)));
}
