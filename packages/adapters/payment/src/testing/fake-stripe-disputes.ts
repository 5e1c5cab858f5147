import { type FakeBooks, type FakeDispute, newFakeId, required } from './fake-stripe-books.ts';
import type { Announce } from './fake-stripe-intents.ts';

const FEE = 1500;
const DAYS_TO_RESPOND = 9;

/** The payer's bank disputes a payment: Stripe takes the money and its fee at once, unless the bank only asks. */
export function openFakeDispute(
  books: FakeBooks,
  announce: Announce,
  intentId: string,
  isInquiry = false,
): FakeDispute {
  const { latest_charge, currency } = required(books.intents.get(intentId), 'payment_intent');
  const charge = required(books.charges.get(latest_charge ?? ''), 'charge');
  const created = Math.floor(Date.now() / 1000);
  const dispute: FakeDispute = {
    object: 'dispute',
    id: newFakeId('dp'),
    charge: charge.id,
    payment_intent: intentId,
    amount: charge.amount - charge.amount_refunded,
    currency,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    reason: 'fraudulent',
    evidence_details: { due_by: created + DAYS_TO_RESPOND * 86_400 },
    balance_transactions: [],
  };
  books.disputes.set(dispute.id, dispute);
  announce('charge.dispute.created', { ...dispute });
  if (!isInquiry) move(dispute, announce, -1, FEE);
  return dispute;
}

/** The bank decides. If the merchant wins, the money comes back without the fee. */
export function closeFakeDispute(
  books: FakeBooks,
  announce: Announce,
  disputeId: string,
  outcome: 'won' | 'lost',
): void {
  const dispute = required(books.disputes.get(disputeId), 'dispute');
  const isInquiry = dispute.status.startsWith('warning_');
  dispute.status = isInquiry ? 'warning_closed' : outcome;
  dispute.evidence_details = { due_by: null };
  if (!isInquiry && outcome === 'won') move(dispute, announce, 1, 0);
  announce('charge.dispute.closed', { ...dispute });
}

function move(dispute: FakeDispute, announce: Announce, sign: 1 | -1, fee: number): void {
  const { amount, currency } = dispute;
  const created = Math.floor(Date.now() / 1000);
  dispute.balance_transactions.push({ id: newFakeId('txn'), amount: sign * amount, fee, currency, created });
  announce(sign < 0 ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated', { ...dispute });
}
