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
export async function listOrders(tx: Queryable, key: BundleKey): Promise<OrderRow[]> {
  const rows = await selectOrders(tx, { customerId: key.customerId, bundleId: key.bundleId });
  return rows.map((row) => ({ ...row.plan_order, plan: row.plan }));
}

const selectOrders = builtOnce((db) =>
  db
    .select()
    .from(planOrder)
    .innerJoin(plan, eq(plan.planId, planOrder.planId))
    .where(and(ofBundle(planOrder, SOME_BUNDLE), ne(planOrder.status, 'cancelled'))),
);

/** The same, locked until the transaction ends. */
export async function lockOrders(tx: Queryable, key: BundleKey): Promise<OrderRow[]> {
  await tx
    .select({ orderId: planOrder.orderId })
    .from(planOrder)
    .where(ofBundle(planOrder, key))
    .orderBy(planOrder.orderId)
    .for('update');
  return await listOrders(tx, key);
}

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

export const insertOrder = (tx: Queryable, row: typeof planOrder.$inferInsert) => tx.insert(planOrder).values(row);

export async function readMailboxCount(tx: Queryable, key: BundleKey): Promise<number | null> {
  const [row] = await tx.select({ count: bundle.mailboxCount }).from(bundle).where(ofBundle(bundle, key));
  return row?.count ?? null;
}
