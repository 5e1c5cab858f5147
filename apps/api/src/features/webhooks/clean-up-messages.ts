import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { webhookMessage } from './tables.ts';

const KEPT_MILLIS = 30 * 24 * 3_600_000;

/** Deletes messages after a month, whatever became of them. */
export async function cleanUpMessages(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(webhookMessage).where(lt(webhookMessage.createdAt, new Date(now.getTime() - KEPT_MILLIS)));
}
