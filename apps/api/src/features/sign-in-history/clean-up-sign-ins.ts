import { lt } from 'drizzle-orm';
import type { Retention } from '../../config/retention-config.ts';
import type { Queryable } from '../../db/client.ts';
import { signInRecord } from './tables.ts';

const DAY_MILLIS = 24 * 3_600_000;

/** Deletes sign-ins that are older than the operator keeps them. */
export async function cleanUpSignIns(tx: Queryable, now: Date, { signInsDays }: Retention): Promise<void> {
  await tx.delete(signInRecord).where(lt(signInRecord.lastAt, new Date(now.getTime() - signInsDays * DAY_MILLIS)));
}
