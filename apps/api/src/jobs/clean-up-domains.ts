import { and, eq, lt, lte } from 'drizzle-orm';
import type { Queryable } from '../db/client.ts';
import { dkimKey } from '../features/dkim/tables.ts';
import { instructionLink } from '../features/domain-instructions/tables.ts';
import { zonePlan } from '../features/domain-plan/tables.ts';

const PLAN_DAYS = 30;
const DAY_MILLIS = 24 * 3_600_000;

/** Private keys that have signed for the last time, plans that nobody takes back any more, and links that have run out. */
export async function cleanUpDomains(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(dkimKey).where(and(eq(dkimKey.status, 'deleting'), lte(dkimKey.validUntil, now)));
  await tx.delete(zonePlan).where(lt(zonePlan.createdAt, new Date(now.getTime() - PLAN_DAYS * DAY_MILLIS)));
  await tx.delete(instructionLink).where(lte(instructionLink.expiresAt, now));
}
