import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Queryable } from '../db/client.ts';
import { idempotency, rateLimit } from './tables.ts';

const DAY_MILLIS = 24 * 3_600_000;

/** Deletes stored answers after a day, and the counts of past windows. */
export async function cleanUpHttp(tx: Queryable, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MILLIS);
  await tx
    .delete(idempotency)
    .where(
      or(lt(idempotency.createdAt, yesterday), and(isNull(idempotency.status), lt(idempotency.leaseUntil, yesterday))),
    );
  await tx
    .delete(rateLimit)
    .where(and(lt(rateLimit.resetsAt, now), or(eq(rateLimit.dayCount, 0), lt(rateLimit.dayResetsAt, now))));
}
