import { and, eq, ne } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import { type BundleKey, ofBundle, SOME_BUNDLE } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle } from '../bundles/tables.ts';
import { plan } from '../plans/tables.ts';
import { type orderBilling, planOrder } from './tables.ts';

export type BillingRow = typeof orderBilling.$inferSelect;
export type OrderRow = typeof planOrder.$inferSelect & { plan: typeof plan.$inferSelect };

/** The bundle's orders that are not cancelled, each with its plan. */
export const listOrders = async (tx: Queryable, key: BundleKey): Promise<OrderRow[]> =>
  withPlans(await selectOrders(tx, keyOf(key)));

/**
 * The same, locked until the transaction ends. Both statements are sent at once. PostgreSQL runs a connection's statements in the order in
 * which they are sent, so the second reads what was committed before the first had the lock.
 */
export async function lockOrders(tx: Queryable, key: BundleKey): Promise<OrderRow[]> {
  const locked = selectForUpdate(tx, keyOf(key));
  const [, rows] = await Promise.all([locked, selectOrders(tx, keyOf(key))]);
  return withPlans(rows);
}

const keyOf = ({ customerId, bundleId }: BundleKey): BundleKey => ({ customerId, bundleId });

const selectForUpdate = builtOnce((db) =>
  db
    .select({ orderId: planOrder.orderId })
    .from(planOrder)
    .where(ofBundle(planOrder, SOME_BUNDLE))
    .orderBy(planOrder.orderId)
    .for('update'),
);

const selectOrders = builtOnce((db) =>
  db
    .select()
    .from(planOrder)
    .innerJoin(plan, eq(plan.planId, planOrder.planId))
    .where(and(ofBundle(planOrder, SOME_BUNDLE), ne(planOrder.status, 'cancelled'))),
);

const withPlans = (rows: Awaited<ReturnType<typeof selectOrders>>): OrderRow[] =>
  rows.map((row) => ({ ...row.plan_order, plan: row.plan }));

export const changeOrder = (
  tx: Queryable,
  order: Pick<OrderRow, 'customerId' | 'bundleId' | 'orderId'>,
  changes: Partial<typeof planOrder.$inferInsert>,
) =>
  tx
    .update(planOrder)
    .set(changes)
    .where(and(ofBundle(planOrder, order), eq(planOrder.orderId, order.orderId)));

/** The bundle's mail order, or null when it has none. */
export async function findMailOrder(tx: Queryable, key: BundleKey): Promise<OrderRow | null> {
  return (await listOrders(tx, key)).find((order) => order.product === 'MailSuite') ?? null;
}

/** Whether a customer has an order that runs, of any of their bundles. */
export async function hasActiveOrder(tx: Queryable, customerId: string): Promise<boolean> {
  const rows = await tx
    .select({ orderId: planOrder.orderId })
    .from(planOrder)
    .where(and(eq(planOrder.customerId, customerId), eq(planOrder.status, 'active')))
    .limit(1);
  return rows.length > 0;
}

export const insertOrder = (tx: Queryable, row: typeof planOrder.$inferInsert) => tx.insert(planOrder).values(row);

export async function readMailboxCount(tx: Queryable, key: BundleKey): Promise<number | null> {
  const [row] = await selectCount(tx, keyOf(key));
  return row?.count ?? null;
}

const selectCount = builtOnce((db) =>
  db.select({ count: bundle.mailboxCount }).from(bundle).where(ofBundle(bundle, SOME_BUNDLE)),
);
