import { type Decision, refusal } from '../http/answer-once.ts';
import type { FailRefundBody, RefundBody } from '../http/request-bodies.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import type { StoredRefund } from '../ledger/ledger-record.ts';
import type { RefundView } from '../wire.ts';
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

/** The payer's bank doesn't take a refund that was made, maybe days ago: the money is the merchant's again. That is final. */
export function failRefund(books: LedgerBooks, body: FailRefundBody & { id: string }, now: number): Decision {
  const refund = books.refunds.get(body.id);
  const intent = books.intents.get(refund?.intentId ?? '');
  if (!refund || !intent) return refusal(404, 'refund_unknown', 'There is no such refund.');
  if (refund.failure !== undefined) return { status: 200, body: refundView(books, refund) };
  const failed = { ...refund, failure: body.failure };
  return {
    status: 200,
    body: refundView(books, failed),
    changes: {
      intent: { ...intent, refundedMinor: intent.refundedMinor - refund.amountMinor },
      refund: failed,
      event: { ...newEvent('refund.changed', intent.intentId, now), refundId: refund.refundId },
    },
  };
}

export function refundView(books: LedgerBooks, { refundId, intentId, amountMinor, failure }: StoredRefund): RefundView {
  const currency = books.intents.get(intentId)?.currency ?? '';
  return { refundId, intentId, amountMinor, currency, isFailed: failure !== undefined, failure: failure ?? null };
}
