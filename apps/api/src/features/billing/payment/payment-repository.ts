import { and, eq, inArray, lt, lte, ne, not, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import type { QuoteRow } from '../quote/quote-change.ts';
import { billingPayment, quote } from '../tables.ts';

export type PaymentRow = typeof billingPayment.$inferSelect;
export type PaymentKey = BundleKey & { paymentId: string };

const ofPayment = (key: PaymentKey) => and(ofBundle(billingPayment, key), eq(billingPayment.paymentId, key.paymentId));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function findPayment(tx: Queryable, key: PaymentKey): Promise<PaymentRow | null> {
  if (!UUID.test(key.paymentId)) return null;
  const [row] = await tx.select().from(billingPayment).where(ofPayment(key));
  return row ?? null;
}

/** The payment, locked until the transaction ends. The order is always locked first. */
export async function lockPayment(tx: Queryable, key: PaymentKey): Promise<PaymentRow> {
  const [row] = await tx.select().from(billingPayment).where(ofPayment(key)).for('update');
  if (row === undefined) throw new Error('The payment does not exist.');
  return row;
}

export const insertPayment = (tx: Queryable, row: PaymentRow) => tx.insert(billingPayment).values(row);

export const updatePayment = (tx: Queryable, key: PaymentKey, change: Partial<PaymentRow>) =>
  tx.update(billingPayment).set(change).where(ofPayment(key));

export async function findPaymentOfQuote(tx: Queryable, key: BundleKey, quoteId: string): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(billingPayment)
    .where(and(ofBundle(billingPayment, key), eq(billingPayment.quoteId, quoteId)));
  return row ?? null;
}

/** Whether a saved card is being charged right now, so that the outcome isn't known yet. */
export async function isCardBeingCharged(
  tx: Queryable,
  { customerId, paymentMethodId }: { customerId: string; paymentMethodId: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ paymentId: billingPayment.paymentId })
    .from(billingPayment)
    .where(
      and(
        eq(billingPayment.customerId, customerId),
        eq(billingPayment.paymentMethodId, paymentMethodId),
        eq(billingPayment.state, 'open'),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The payment that an order waits for; there is at most one. */
export async function findOpenPayment(tx: Queryable, key: BundleKey & { orderId: string }): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(billingPayment)
    .where(
      and(ofBundle(billingPayment, key), eq(billingPayment.orderId, key.orderId), eq(billingPayment.state, 'open')),
    );
  return row ?? null;
}

export async function findPaymentOfClient(tx: Queryable, key: BundleKey, id: string): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(billingPayment)
    .where(and(ofBundle(billingPayment, key), eq(billingPayment.clientTrackingId, id)));
  return row ?? null;
}

export async function findPaymentOfIntent(tx: Queryable, intentId: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(billingPayment).where(eq(billingPayment.intentId, intentId));
  return row ?? null;
}

export async function findQuote(tx: Queryable, key: BundleKey, quoteId: string): Promise<QuoteRow | null> {
  if (!UUID.test(quoteId)) return null;
  const [row] = await tx
    .select()
    .from(quote)
    .where(and(ofBundle(quote, key), eq(quote.quoteId, quoteId)));
  return row ?? null;
}

/** Payments that wait for us, or for news about their intent. Refunds that a partner owes to a customer wait for the partner. */
export const listUnsettledPayments = (tx: Queryable, before: Date, limit: number): Promise<PaymentRow[]> =>
  tx
    .select()
    .from(billingPayment)
    .where(
      and(
        inArray(billingPayment.state, ['open', 'refunding']),
        not(and(eq(billingPayment.state, 'refunding'), eq(billingPayment.gateway, 'partner-page')) ?? sql`false`),
        lt(billingPayment.updatedAt, before),
      ),
    )
    .orderBy(billingPayment.updatedAt)
    .limit(limit);

/** Open payments of renewals and of add-ons after their trials that were due before an instant, earliest first. */
export const listOpenRenewals = (tx: Queryable, until: Date, limit: number): Promise<PaymentRow[]> =>
  tx
    .select()
    .from(billingPayment)
    .where(
      and(eq(billingPayment.state, 'open'), ne(billingPayment.kind, 'change'), lte(billingPayment.createdAt, until)),
    )
    .orderBy(billingPayment.createdAt)
    .limit(limit);
