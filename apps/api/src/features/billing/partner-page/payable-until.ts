import type { Queryable } from '../../../db/client.ts';
import { findQuote, type PaymentRow } from '../payment/payment-repository.ts';

/** Long enough for a customer who went to the partner's page in the last minute of a quote. */
const AT_PARTNER_MILLIS = 30 * 60_000;

/** Until when a payment is accepted: as long as its quote holds, and on the partner's page for a while after the customer went there. */
export function payableUntil(quote: { validUntil: Date }, { gateway, createdAt }: PaymentRow): Date {
  if (gateway !== 'partner-page') return quote.validUntil;
  return new Date(Math.max(quote.validUntil.getTime(), createdAt.getTime() + AT_PARTNER_MILLIS));
}

/** Until when somebody may pay the next period at the partner's page with this payment. Null if it is for something else. */
export async function renewalPayableUntil(tx: Queryable, payment: PaymentRow): Promise<Date | null> {
  if (payment.gateway !== 'partner-page') return null;
  const quote = await findQuote(tx, payment, payment.quoteId);
  return quote?.items[0]?.action === 'renew' ? payableUntil(quote, payment) : null;
}
