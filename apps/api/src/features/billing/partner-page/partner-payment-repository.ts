import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { partnerPayment } from '../tables.ts';

export type PartnerPaymentRow = typeof partnerPayment.$inferSelect;

export const insertPartnerPayment = (
  tx: Queryable,
  row: Omit<PartnerPaymentRow, 'settlementId' | 'reference'>,
): Promise<unknown> => tx.insert(partnerPayment).values(row);

/** The payment that a partner was asked to take; null if there was no such request. */
export async function findPartnerPayment(
  tx: Queryable,
  partnerId: number,
  paymentId: string,
): Promise<PartnerPaymentRow | null> {
  const [row] = await tx
    .select()
    .from(partnerPayment)
    .where(and(eq(partnerPayment.paymentId, paymentId), eq(partnerPayment.partnerId, partnerId)));
  return row ?? null;
}

/** Stores the settlement that answered a payment. Needs the payment's lock. */
export const writeSettlement = (
  tx: Queryable,
  { paymentId }: Pick<PartnerPaymentRow, 'paymentId'>,
  settlement: Pick<PartnerPaymentRow, 'settlementId' | 'reference'>,
): Promise<unknown> => tx.update(partnerPayment).set(settlement).where(eq(partnerPayment.paymentId, paymentId));
