import { and, asc, eq, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { orderBilling, planOrder } from './tables.ts';

/** An order for which something is due, and since when. */
export type DueOrder = { customerId: string; bundleId: string; orderId: string; dueAt: Date };

const sameOrder = and(ofBundle(orderBilling, planOrder), eq(orderBilling.orderId, planOrder.orderId));

/** The class of the advisory locks on orders that are worked on. The other half of the key is taken from the order's id. */
const LOCK_CLASS = 1_886_352_245;
/** More than are ever claimed at once, in all processes together. */
const CANDIDATES = 64;

/**
 * One of the orders that have something due until an instant, among the earliest; null if there is none. `except` are left for another run.
 * Until the transaction ends no other one claims it. Nobody waits: each claims another order.
 */
export async function claimDueOrder(
  tx: Queryable,
  { until, except }: { until: Date; except: readonly string[] },
): Promise<DueOrder | null> {
  const { customerId, bundleId, orderId, dueAt } = orderBilling;
  // The few rows are taken before the lock is tried, so that they come from the index however many orders are due.
  const earliest = tx
    .select({ customerId, bundleId, orderId, dueAt })
    .from(orderBilling)
    .where(and(lte(dueAt, until), except.length === 0 ? undefined : notInArray(orderId, [...except])))
    .orderBy(asc(dueAt))
    .limit(CANDIDATES)
    .as('earliest');
  const isOurs = sql`pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(${earliest.orderId}::text))`;
  const [row] = await tx.select().from(earliest).where(isOurs).limit(1);
  return row === undefined || row.dueAt === null ? null : { ...row, dueAt: row.dueAt };
}

/** Orders of an earlier release, which have no terms yet. */
export const listOrdersWithoutTerms = (tx: Queryable, atMost: number) =>
  tx
    .select({ customerId: planOrder.customerId, bundleId: planOrder.bundleId })
    .from(planOrder)
    .leftJoin(orderBilling, sameOrder)
    .where(and(isNull(orderBilling.orderId), ne(planOrder.status, 'cancelled')))
    .limit(atMost);
