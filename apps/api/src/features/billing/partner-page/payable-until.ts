import type { PaymentRow } from '../payment/payment-repository.ts';

/** Long enough for a customer who went to the partner's page in the last minute of a quote. */
const AT_PARTNER_MILLIS = 30 * 60_000;

/** Until when a payment is taken: as long as its quote holds, and at the partner's page for a while after the customer went there. */
export function payableUntil(quote: { validUntil: Date }, { gateway, createdAt }: PaymentRow): Date {
  if (gateway !== 'partner-page') return quote.validUntil;
  return new Date(Math.max(quote.validUntil.getTime(), createdAt.getTime() + AT_PARTNER_MILLIS));
}
