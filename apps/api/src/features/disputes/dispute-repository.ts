import { holdsMoney } from '@postern/domain/billing';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import { type BundleKey, ofBundle, SOME_BUNDLE } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { dispute } from './tables.ts';

export type DisputeRow = typeof dispute.$inferSelect;

/** Whose payment an intent was, and the journal of its sale. */
export type PaidBy = Pick<DisputeRow, 'customerId' | 'bundleId' | 'orderId' | 'partnerId' | 'journalKey'>;

/** Null if the payment isn't ours: others may use the same account at the gateway. */
export async function findPaidBy(tx: Queryable, intentId: string): Promise<PaidBy | null> {
  const [row] = await rowsOf<PaidBy>(
    tx,
    sql`select p.customer_id as "customerId", p.bundle_id as "bundleId", p.order_id as "orderId",
          'payment/' || p.payment_id as "journalKey", b.partner_id as "partnerId"
        from billing_payment p join bundle b using (customer_id, bundle_id) where p.intent_id = ${intentId}
      union all select customer_id, bundle_id, order_id, 'sale/' || purchase_id, partner_id
        from purchase where intent_id = ${intentId} limit 1`,
  );
  return row ?? null;
}

/** Inserts a dispute unless it is known, and locks it until the transaction ends. The order is always locked first. */
export async function lockDispute(tx: Queryable, row: DisputeRow): Promise<{ known: DisputeRow; isNew: boolean }> {
  const added = await tx.insert(dispute).values(row).onConflictDoNothing().returning({ id: dispute.disputeId });
  const [known] = await tx.select().from(dispute).where(eq(dispute.disputeId, row.disputeId)).for('update');
  if (known === undefined) throw new Error('A dispute that was just inserted is missing.');
  return { known, isNew: added.length > 0 };
}

export const updateDispute = (
  tx: Queryable,
  { disputeId }: Pick<DisputeRow, 'disputeId'>,
  change: Partial<DisputeRow>,
) => tx.update(dispute).set(change).where(eq(dispute.disputeId, disputeId));

/** The disputes of an order that a bank has not decided yet, and that hold money. */
export async function listHeldPayments(
  tx: Queryable,
  { customerId, bundleId, orderId }: OrderKey,
): Promise<DisputeRow[]> {
  const rows = await selectOpen(tx, { customerId, bundleId, orderId });
  return rows.filter(({ status }) => holdsMoney(status));
}

type OrderKey = BundleKey & { orderId: string };
const selectOpen = builtOnce<OrderKey, DisputeRow[]>((db) =>
  db
    .select()
    .from(dispute)
    .where(
      and(ofBundle(dispute, SOME_BUNDLE), eq(dispute.orderId, sql.placeholder('orderId')), isNull(dispute.closedAt)),
    ),
);

/** The dispute about the payment of an invoice, if its money is held or the bank has kept it. */
export async function findTakenBack(tx: Queryable, journalKey: string): Promise<DisputeRow | null> {
  const rows = await tx.select().from(dispute).where(eq(dispute.journalKey, journalKey));
  return rows.find(({ status }) => holdsMoney(status) || status === 'lost') ?? null;
}

/** Undecided disputes, by deadline. */
export const listOpenDisputes = (tx: Queryable): Promise<DisputeRow[]> =>
  tx.select().from(dispute).where(isNull(dispute.closedAt)).orderBy(dispute.respondBy, dispute.openedAt);

/** Undecided disputes about which the gateway was not asked since then. */
export const listDisputesToAsk = (tx: Queryable, since: Date, limit: number): Promise<DisputeRow[]> =>
  tx
    .select()
    .from(dispute)
    .where(and(isNull(dispute.closedAt), lt(dispute.askedAt, since)))
    .orderBy(dispute.askedAt)
    .limit(limit);

/** Unanswered disputes whose deadline is near and that have had no reminder, locked. */
export const lockUnanswered = (tx: Queryable, until: Date): Promise<DisputeRow[]> =>
  tx
    .select()
    .from(dispute)
    .where(
      and(
        inArray(dispute.status, ['needs_response', 'inquiry']),
        isNull(dispute.remindedAt),
        lt(dispute.respondBy, until),
      ),
    )
    .for('update', { skipLocked: true });
