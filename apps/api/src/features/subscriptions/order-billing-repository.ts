import { endPieces } from '@postern/domain/add-ons';
import { plainDateOf } from '@postern/domain/dates';
import { roundHalfAwayFromZero } from '@postern/domain/money';
import { planKind } from '@postern/domain/plans';
import { and, eq, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import { type BundleKey, ofBundle, SOME_BUNDLE } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { purchase } from '../purchase/tables.ts';
import { deleteEndedPieces, listEndedPieces } from './add-on-pieces.ts';
import { dueAtOf } from './due-at-of.ts';
import { type BillingRow, listOrders, lockOrders, type OrderRow } from './order-repository.ts';
import { orderBilling } from './tables.ts';

/** An order with everything that decides what a change of it costs. */
export type BilledOrder = { order: OrderRow; billing: BillingRow };

export const insertBilling = (tx: Queryable, row: BillingRow) =>
  tx.insert(orderBilling).values(row).onConflictDoNothing();

/** The bundle's orders. What an order of an earlier release lacks is computed from the order, and not written. */
export async function listBilledOrders(tx: Queryable, key: BundleKey): Promise<BilledOrder[]> {
  const [orders, rows] = await Promise.all([listOrders(tx, key), selectBilling(tx, key)]);
  const billed = withBilling(orders, rows);
  if (!hasAddOns(billed)) return billed;
  const ended = countByTerms(await listEndedPieces(tx, key));
  return billed.map(({ order, billing }) => ({
    order,
    billing: { ...billing, addOns: endPieces(billing.addOns, ended) },
  }));
}

const hasAddOns = (billed: readonly BilledOrder[]): boolean => billed.some(({ billing }) => billing.addOns.length > 0);

function countByTerms(pieces: readonly { termsId: string | null }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { termsId } of pieces) if (termsId !== null) counts.set(termsId, (counts.get(termsId) ?? 0) + 1);
  return counts;
}

/** The same, locked until the transaction ends. Needs the system's role. */
export async function lockBilledOrders(tx: Queryable, key: BundleKey): Promise<BilledOrder[]> {
  // Sent after the lock, in the same round trip.
  const [orders, rows] = await Promise.all([lockOrders(tx, key), selectBilling(tx, key)]);
  const without = orders.filter(({ orderId }) => !rows.some((row) => row.orderId === orderId));
  for (const order of without) await openBilling(tx, order);
  const billed = withBilling(orders, without.length === 0 ? rows : await selectBilling(tx, key));
  return hasAddOns(billed) ? takeOffEnded(tx, key, billed) : billed;
}

/**
 * Takes the pieces of deleted mailboxes off the terms, so that they are no longer charged. A mailbox is deleted without the order's lock.
 */
async function takeOffEnded(tx: Queryable, key: BundleKey, billed: BilledOrder[]): Promise<BilledOrder[]> {
  const ended = countByTerms(await deleteEndedPieces(tx, key));
  if (ended.size === 0) return billed;
  const after: BilledOrder[] = [];
  for (const one of billed) {
    const addOns = endPieces(one.billing.addOns, ended);
    const billing = { ...one.billing, addOns, version: one.billing.version + 1 };
    after.push({ ...one, billing });
    await tx
      .update(orderBilling)
      .set({ addOns, version: billing.version })
      .where(and(ofBundle(orderBilling, one.order), eq(orderBilling.orderId, one.order.orderId)));
  }
  return after;
}

const selectBillingOfSome = builtOnce<BundleKey, BillingRow[]>((db) =>
  db.select().from(orderBilling).where(ofBundle(orderBilling, SOME_BUNDLE)),
);
const selectBilling = (tx: Queryable, { customerId, bundleId }: BundleKey) =>
  selectBillingOfSome(tx, { customerId, bundleId });

const withBilling = (orders: readonly OrderRow[], rows: readonly BillingRow[]): BilledOrder[] =>
  orders.map((order) => ({
    order,
    billing: rows.find((row) => row.orderId === order.orderId) ?? firstBillingOf(order, null),
  }));

/**
 * Adds the row that the release before this one didn't write with an order. It has had its first period only, as nothing renewed it: what
 * was charged for that is in the purchase.
 */
async function openBilling(tx: Queryable, order: OrderRow): Promise<void> {
  const [bought] =
    order.purchaseId === null ? [] : await tx.select().from(purchase).where(eq(purchase.purchaseId, order.purchaseId));
  const row = firstBillingOf(order, bought ?? null);
  // Nobody expects a charge for an order that ended while nothing renewed it: its owner renews it by hand.
  const isOver = order.expiresAt !== null && sql<Date>`${order.expiresAt.toISOString()}::timestamptz < now()`;
  await insertBilling(tx, row);
  if (isOver !== false)
    await tx
      .update(orderBilling)
      .set({ dueAt: null })
      .where(and(ofBundle(orderBilling, order), eq(orderBilling.orderId, order.orderId), isOver));
}

type Bought = Pick<typeof purchase.$inferSelect, 'amountMinor' | 'taxMinor' | 'taxLines'>;

/** The terms of an order in its first period, which began on the day when it was made. */
export function firstBillingOf(
  order: Omit<OrderRow, 'plan'> & { plan: Parameters<typeof planKind>[0] },
  bought: Bought | null,
): BillingRow {
  const { customerId, bundleId, orderId, createdAt, expiresAt, accountsPurchased, priceMinor, purchaseId } = order;
  const periodFrom = plainDateOf(createdAt.getTime());
  const periodTo = expiresAt === null ? null : plainDateOf(expiresAt.getTime());
  const isPaid = planKind(order.plan) === 'paid';
  const netMinor = (bought?.amountMinor ?? 0) - (bought?.taxMinor ?? 0);
  const taxes = (bought?.taxLines ?? []).map(({ name, rateBasisPoints }) => ({ name, rateBasisPoints }));
  const journalKey = `sale/${purchaseId ?? ''}`;
  const funds = [{ payment: journalKey, sale: journalKey, amountMinor: bought?.amountMinor ?? 0 }];
  const row: BillingRow = {
    customerId,
    bundleId,
    orderId,
    version: 1,
    periodFrom: periodTo === null ? null : periodFrom,
    periodTo,
    anchorDay: Number(periodFrom.slice(8)),
    firstPriceMinor: netMinor > 0 ? roundHalfAwayFromZero(BigInt(netMinor), accountsPurchased) : priceMinor,
    firstCycleUntil: isPaid ? periodTo : null,
    discount: null,
    afterTrial: null,
    paid:
      isPaid && periodTo !== null && netMinor > 0
        ? [{ subject: { kind: 'accounts' }, from: periodFrom, to: periodTo, amountMinor: netMinor, taxes, funds }]
        : [],
    addOns: [],
    triedAddOns: [],
    scheduled: null,
    creditMinor: 0,
    creditFunds: [],
    cancelledAt: null,
    cancelReason: null,
    renewalDateMoved: false,
    hasMonthOffer: false,
    dueAt: null,
    isReminded: false,
    failures: 0,
    isHardDecline: false,
    declineCode: null,
    stoppedAt: null,
    deletionWarnings: 0,
    lateMillis: 0,
  };
  return { ...row, dueAt: dueAtOf(order, row) };
}
