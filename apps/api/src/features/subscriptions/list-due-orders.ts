import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { orderBilling, planOrder } from './tables.ts';

/** An order for which something is due, and since when. */
export type DueOrder = { customerId: string; bundleId: string; orderId: string; dueAt: Date };

const sameOrder = and(ofBundle(orderBilling, planOrder), eq(orderBilling.orderId, planOrder.orderId));

/** Orders for which something is due until an instant, the earliest first. */
export async function listDueOrders(tx: Queryable, until: Date, atMost: number): Promise<DueOrder[]> {
  const rows = await tx
    .select({
      customerId: orderBilling.customerId,
      bundleId: orderBilling.bundleId,
      orderId: orderBilling.orderId,
      dueAt: orderBilling.dueAt,
    })
    .from(orderBilling)
    .innerJoin(planOrder, sameOrder)
    .where(and(lte(orderBilling.dueAt, until), ne(planOrder.status, 'cancelled')))
    .orderBy(asc(orderBilling.dueAt), asc(orderBilling.orderId))
    .limit(atMost);
  return rows.flatMap(({ dueAt, ...order }) => (dueAt === null ? [] : [{ ...order, dueAt }]));
}

/** Orders of an earlier release, which have no terms yet. */
export const listOrdersWithoutTerms = (tx: Queryable, atMost: number) =>
  tx
    .select({ customerId: planOrder.customerId, bundleId: planOrder.bundleId })
    .from(planOrder)
    .leftJoin(orderBilling, sameOrder)
    .where(and(isNull(orderBilling.orderId), ne(planOrder.status, 'cancelled')))
    .limit(atMost);
