import { randomBytes, randomUUID } from 'node:crypto';
import { type Decision, refusal } from '../http/answer-once.ts';
import type { SettleIntentBody } from '../http/request-bodies.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import type { LedgerRecord, StoredCard, StoredIntent } from '../ledger/ledger-record.ts';
import type { GatewayEvent, IntentCard, IntentFailure, IntentView } from '../wire.ts';

/** Ids and secrets of the sandbox: a readable prefix and 144 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url')}`;
}

export function newEvent(type: GatewayEvent['type'], intentId: string, nowEpochMillis: number): GatewayEvent {
  return { eventId: `evt_${randomUUID()}`, type, intentId, createdEpochMillis: nowEpochMillis };
}

/** The only place where money moves: the intent succeeds, with its one charge, its saved card and its event on the same ledger line. */
export function succeed(intent: StoredIntent, card: StoredCard, nowEpochMillis: number): Omit<LedgerRecord, 'at'> {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new Error(`intent ${intent.intentId} is ${intent.status} and can't succeed`);
  }
  const { failure: _, processing: __, ...rest } = intent;
  return {
    intent: { ...rest, status: 'succeeded', card },
    ...(intent.kind === 'payment' && {
      charge: {
        chargeId: newId('ch'),
        intentId: intent.intentId,
        amountMinor: intent.amountMinor,
        currency: intent.currency,
        createdEpochMillis: nowEpochMillis,
      },
    }),
    ...(intent.saveCard && { savedCard: { customerReference: intent.customerReference, card } }),
    event: newEvent('intent.succeeded', intent.intentId, nowEpochMillis),
  };
}

/** The bank takes its time, maybe days: the outcome is open, and the payment can't be canceled meanwhile. */
export function process(intent: StoredIntent, card: StoredCard): Omit<LedgerRecord, 'at'> & { intent: StoredIntent } {
  const { failure: _, ...rest } = intent;
  return { intent: { ...rest, status: 'processing', processing: card } };
}

/** The bank of a payment that is processing decides. Again, it changes nothing. */
export function settleIntent(books: LedgerBooks, body: SettleIntentBody & { id: string }, now: number): Decision {
  const intent = books.intents.get(body.id);
  if (!intent) return refusal(404, 'intent_unknown', 'There is no such intent.');
  if (intent.status !== 'processing' || !intent.processing) return { status: 200, body: intentView(intent) };
  const changes =
    body.outcome === 'succeeded' ? succeed(intent, intent.processing, now) : fail(intent, DECLINED_LATER, now);
  return { status: 200, body: intentView(changes.intent ?? intent), changes };
}

const DECLINED_LATER: IntentFailure = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'The bank declined the payment after a while.',
};

export function fail(
  { processing: _, ...intent }: StoredIntent,
  failure: IntentFailure,
  nowEpochMillis: number,
): Omit<LedgerRecord, 'at'> & { intent: StoredIntent } {
  return {
    intent: { ...intent, status: 'failed', failure },
    event: newEvent('intent.failed', intent.intentId, nowEpochMillis),
  };
}

/** An intent as the API shows it, without client secret and fingerprint. */
export function intentView(intent: StoredIntent): IntentView {
  const { intentId, kind, status, amountMinor, currency, refundedMinor, metadata, failure, card } = intent;
  return {
    intentId,
    kind,
    status,
    amountMinor,
    currency,
    refundedMinor,
    metadata,
    ...(failure && { failure }),
    ...(card && { card: cardView(card) }),
  };
}

function cardView({ fingerprint: _, laterCharges: __, ...card }: StoredCard): IntentCard {
  return card;
}
