import { randomBytes, randomUUID } from 'node:crypto';
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
  const { failure: _, ...rest } = intent;
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

export function fail(
  intent: StoredIntent,
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
