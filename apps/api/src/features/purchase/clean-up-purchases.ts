import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { gatewayEvent, purchaseToken } from './tables.ts';

/** Gateways repeat a webhook for a few days at most. */
const WEBHOOK_DAYS = 30;

/** Deletes purchase tokens that have expired, and the ids of webhooks that no gateway repeats any more. */
export async function cleanUpPurchases(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(purchaseToken).where(lt(purchaseToken.expiresAt, now));
  const lastMonth = new Date(now.getTime() - WEBHOOK_DAYS * 24 * 3_600_000);
  await tx.delete(gatewayEvent).where(lt(gatewayEvent.receivedAt, lastMonth));
}
