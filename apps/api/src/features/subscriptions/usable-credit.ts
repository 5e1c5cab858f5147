import { holdsMoney, type DisputeStatus } from '@postern/domain/billing';
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../db/client.ts';
import type { BilledOrder } from './order-billing-repository.ts';

/**
 * How much of the customer's credit may pay now: none while a bank holds a payment of the order, since the credit may have come from it. The
 * table is read by name because disputes build on orders.
 */
export async function readUsableCredit(tx: Queryable, { order, billing }: BilledOrder): Promise<number> {
  if (billing.creditMinor === 0) return 0;
  const { customerId, bundleId, orderId } = order;
  const open = await rowsOf<{ status: DisputeStatus }>(
    tx,
    sql`select status from dispute where customer_id = ${customerId} and bundle_id = ${bundleId} and order_id = ${orderId}
      and closed_at is null`,
  );
  return open.some(({ status }) => holdsMoney(status)) ? 0 : billing.creditMinor;
}
