import { type FakeBooks, required } from './fake-stripe-books.ts';
import type { Announce } from './fake-stripe-intents.ts';

/** Days later, the payer's bank refuses the money: Stripe puts it back on the merchant's balance, and says so in three events. */
export function failFakeRefund(books: FakeBooks, announce: Announce, refundId: string): void {
  const refund = required(books.refunds.get(refundId), 'refund');
  if (refund.status === 'failed') throw new Error('It has failed already.');
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  for (const charge of books.charges.values())
    if (charge.payment_intent === refund.payment_intent) charge.amount_refunded -= refund.amount;
  for (const type of ['charge.refund.updated', 'refund.updated', 'refund.failed']) announce(type, { ...refund });
}
