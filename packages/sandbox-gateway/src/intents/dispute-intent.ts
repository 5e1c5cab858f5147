import { type Decision, refusal } from '../http/answer-once.ts';
import type { CloseDisputeBody, DisputeBody } from '../http/request-bodies.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import type { DisputeView } from '../wire.ts';
import { newEvent, newId } from './settle-intent.ts';

const FEE_MINOR = 1_500;
const DAYS_TO_RESPOND = 9;
const MILLIS_A_DAY = 86_400_000;

/** The payer's bank takes a payment back: the money and a fee leave at once, unless the bank only asks. */
export function openDispute(books: LedgerBooks, body: DisputeBody, nowEpochMillis: number): Decision {
  const intent = books.intents.get(body.intentId);
  if (!intent) return refusal(404, 'intent_unknown', 'There is no such intent.');
  const left = intent.amountMinor - intent.refundedMinor;
  if (intent.kind !== 'payment' || intent.status !== 'succeeded' || left <= 0)
    return refusal(422, 'intent_not_paid', 'Only money that was paid and not given back can be disputed.');
  if ([...books.disputes.values()].some((one) => one.intentId === intent.intentId && one.respondByEpochMillis !== null))
    return refusal(422, 'already_disputed', 'This payment is being disputed.');
  const dispute: DisputeView = {
    disputeId: newId('dp'),
    intentId: intent.intentId,
    status: body.isInquiry ? 'inquiry' : 'needs_response',
    reason: body.reason,
    amountMinor: left,
    currency: intent.currency,
    respondByEpochMillis: nowEpochMillis + DAYS_TO_RESPOND * MILLIS_A_DAY,
    movements: [],
  };
  return changed(body.isInquiry ? dispute : moved(dispute, -1, FEE_MINOR), nowEpochMillis);
}

/** The bank decides. If the merchant wins, the money comes back without the fee; an inquiry ends without moving any. */
export function closeDispute(books: LedgerBooks, body: CloseDisputeBody & { id: string }, now: number): Decision {
  const dispute = books.disputes.get(body.id);
  if (!dispute) return refusal(404, 'dispute_unknown', 'There is no such dispute.');
  if (dispute.status === 'won' || dispute.status === 'lost') return { status: 200, body: dispute };
  const isBack = dispute.status !== 'inquiry' && body.outcome === 'won';
  const closed: DisputeView = { ...dispute, status: body.outcome, respondByEpochMillis: null };
  return changed(isBack ? moved(closed, 1, 0) : closed, now);
}

const moved = (dispute: DisputeView, sign: 1 | -1, feeMinor: number): DisputeView => {
  const { movements, amountMinor, currency: feeCurrency } = dispute;
  const movement = { movementId: newId('mv'), amountMinor: sign * amountMinor, feeMinor, feeCurrency };
  return { ...dispute, movements: [...movements, movement] };
};

const changed = (dispute: DisputeView, now: number): Decision => {
  const { disputeId, intentId } = dispute;
  const event = { ...newEvent('dispute.changed', intentId, now), disputeId };
  return { status: 200, body: dispute, changes: { dispute, event } };
};
