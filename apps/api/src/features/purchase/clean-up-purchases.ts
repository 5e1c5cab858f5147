import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Retention } from '../../config/retention-config.ts';
import type { Queryable } from '../../db/client.ts';
import { gatewayEvent, purchase, purchaseToken } from './tables.ts';

/** Gateways repeat a webhook for a few days at most. */
const WEBHOOK_DAYS = 30;
const DAY_MILLIS = 24 * 3_600_000;

/**
 * Deletes purchase tokens that have expired, the ids of webhooks that no gateway repeats any more, and purchases that came to nothing, with the
 * customers who made no other. The link of such a purchase expired long ago: none lives longer than the shortest time that an operator can choose.
 */
export async function cleanUpPurchases(tx: Queryable, now: Date, { unpaidDays }: Retention): Promise<void> {
  await tx.delete(purchaseToken).where(lt(purchaseToken.expiresAt, now));
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MILLIS);
  await tx.delete(gatewayEvent).where(lt(gatewayEvent.receivedAt, ago(WEBHOOK_DAYS)));
  const cameToNothing = inArray(purchase.state, ['started', 'failed']);
  const isOld = and(lt(purchase.updatedAt, ago(unpaidDays)), lt(purchase.linkExpiresAt, now));
  await tx.delete(purchase).where(and(cameToNothing, isOld));
  // The customer row holds what such a buyer typed, too. A customer who has bought something is erased on request.
  await tx.execute(
    sql`delete from customer c where created_at < ${ago(unpaidDays).toISOString()}
      and not exists (select from purchase where customer_id = c.customer_id)
      and not exists (select from bundle where customer_id = c.customer_id)
      and not exists (select from plan_order where customer_id = c.customer_id)
      and not exists (select from ledger_entry where customer_id = c.customer_id)
      and not exists (select from customer_erasure where customer_id = c.customer_id)`,
  );
}
