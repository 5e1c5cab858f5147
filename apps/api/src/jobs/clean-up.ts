import { and, isNull, lt, or } from 'drizzle-orm';
import type { Clock } from '../runtime/clock.ts';
import type { Database } from '../db/client.ts';
import { cleanUpBulkJobs } from './clean-up-bulk.ts';
import { cleanUpDomains } from './clean-up-domains.ts';
import { liveEvent } from '../db/tables.ts';
import { gatewayEvent, purchaseToken } from '../features/purchase/tables.ts';
import { session } from '../features/session/tables.ts';
import { loginToken } from '../features/sign-in/tables.ts';
import { idempotency, rateLimit } from '../http/tables.ts';

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** Deletes what has no meaning any more: dead sessions and tokens, kept answers of yesterday, counts of past windows. */
export async function cleanUp(deps: { db: Database; clock: Clock }): Promise<void> {
  const now = deps.clock.now();
  const yesterday = new Date(now.getTime() - DAY_MILLIS);
  const lastMonth = new Date(now.getTime() - 30 * DAY_MILLIS);
  await deps.db.asSystem(async (tx) => {
    await tx.delete(session).where(lt(session.expiresAt, now));
    await tx.delete(loginToken).where(lt(loginToken.expiresAt, now));
    await tx.delete(purchaseToken).where(lt(purchaseToken.expiresAt, now));
    await tx
      .delete(idempotency)
      .where(
        or(
          lt(idempotency.createdAt, yesterday),
          and(isNull(idempotency.status), lt(idempotency.leaseUntil, yesterday)),
        ),
      );
    await tx.delete(liveEvent).where(lt(liveEvent.at, new Date(now.getTime() - HOUR_MILLIS)));
    await tx.delete(rateLimit).where(lt(rateLimit.resetsAt, now));
    await tx.delete(gatewayEvent).where(lt(gatewayEvent.receivedAt, lastMonth));
    await cleanUpBulkJobs(tx, now);
    await cleanUpDomains(tx, now);
  });
}
