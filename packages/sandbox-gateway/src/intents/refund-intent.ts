import { type Decision, refusal } from '../http/answer-once.ts';
import type { RefundBody } from '../http/request-bodies.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import { newEvent, newId } from './settle-intent.ts';

export function refundIntent(books: LedgerBooks, body: RefundBody, nowEpochMillis: number): Decision {
  const intent = books.intents.get(body.intentId);
  if (!intent) return refusal(404, 'intent_unknown', 'There is no such intent.');
  if (intent.kind !== 'payment' || intent.status !== 'succeeded') {
    return refusal(422, 'intent_not_paid', 'Only a payment that has succeeded can be refunded.');
  }
  if (body.amountMinor > intent.amountMinor - intent.refundedMinor) {
    return refusal(422, 'refund_exceeds_charge', 'Less than this amount is left of the payment.');
  }
  const refund = { refundId: newId('re'), ...body, createdEpochMillis: nowEpochMillis };
  return {
    status: 200,
    body: { refundId: refund.refundId },
    changes: {
      intent: { ...intent, refundedMinor: intent.refundedMinor + body.amountMinor },
      refund,
      event: newEvent('refund.created', intent.intentId, nowEpochMillis),
    },
  };
}
