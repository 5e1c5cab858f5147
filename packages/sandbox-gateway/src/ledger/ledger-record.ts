import type { GatewayEvent, IntentCard, IntentFailure, IntentStatus } from '../wire.ts';

/** A card in the ledger: never its number, only a keyed hash of it, and how this test card behaves when it is charged later. */
export interface StoredCard extends IntentCard {
  fingerprint: string;
  laterCharges: 'succeed' | 'fail';
}

export interface StoredChallenge {
  challengeId: string;
  card: StoredCard;
  returnUrl: string | null;
  outcome: 'open' | 'approved' | 'declined';
}

export interface StoredIntent {
  intentId: string;
  kind: 'payment' | 'setup';
  status: IntentStatus;
  clientSecret: string;
  amountMinor: number;
  currency: string;
  refundedMinor: number;
  description: string;
  metadata: Record<string, string>;
  saveCard: boolean;
  customerReference: string;
  createdEpochMillis: number;
  failure?: IntentFailure;
  card?: StoredCard;
  /** The last challenge; earlier ones are void. */
  challenge?: StoredChallenge;
}

/** Money that moved. There is never more than one an intent. */
export interface StoredCharge {
  chargeId: string;
  intentId: string;
  amountMinor: number;
  currency: string;
  createdEpochMillis: number;
}

export interface StoredRefund {
  refundId: string;
  intentId: string;
  amountMinor: number;
  reason: string;
  createdEpochMillis: number;
}

/** A card that was saved with consent and may be charged without its owner present. */
export interface SavedCard {
  customerReference: string;
  card: StoredCard;
}

/** What a repeated idempotency key is answered with. */
export interface StoredReply {
  key: string;
  requestHash: string;
  status: number;
  body: unknown;
}

/**
 * One line of the ledger: everything one call changed, so that a crash leaves all of it or nothing. Objects are whole and replace
 * what an earlier line said of the same id.
 */
export interface LedgerRecord {
  at: number;
  intent?: StoredIntent;
  charge?: StoredCharge;
  refund?: StoredRefund;
  savedCard?: SavedCard;
  event?: GatewayEvent;
  reply?: StoredReply;
  /** An endpoint (position in the list of webhook addresses) has accepted an event. */
  delivered?: { eventId: string; endpoint: number };
  /** An event is to be delivered again, to every endpoint. */
  replayed?: { eventId: string };
}
