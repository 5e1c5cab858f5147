import type { DisputeView, GatewayEvent, IntentCard, IntentFailure, IntentStatus } from '../wire.ts';

/** The outcome of a charge while the card's owner is away; `challenge`: the bank asks for the owner, so the charge fails; `process`: it takes its time. */
export type LaterCharges = 'succeed' | 'fail' | 'challenge' | 'process';

/** A card in the ledger, with a keyed hash instead of its number, and how this test card behaves when charged later. */
export interface StoredCard extends IntentCard {
  fingerprint: string;
  laterCharges: LaterCharges;
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
  /** The card whose bank is still working on the payment. */
  processing?: StoredCard;
  /** The last challenge; earlier ones are void. */
  challenge?: StoredChallenge;
}

/** Money that moved. An intent never has more than one. */
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
  /** Why the payer's bank didn't take it: the money came back. */
  failure?: string;
}

/** A card that was saved with consent, so it may be charged while its owner is away. */
export interface SavedCard {
  customerReference: string;
  card: StoredCard;
}

/** The answer for a repeated idempotency key. */
export interface StoredReply {
  key: string;
  requestHash: string;
  status: number;
  body: unknown;
}

/**
 * One line of the ledger: everything one call changed, so that a crash leaves all of it or nothing. Objects are whole, and replace
 * earlier ones with the same id.
 */
export interface LedgerRecord {
  at: number;
  intent?: StoredIntent;
  charge?: StoredCharge;
  refund?: StoredRefund;
  dispute?: DisputeView;
  savedCard?: SavedCard;
  /** Saved cards, by their id, that are forgotten. */
  removedCards?: string[];
  event?: GatewayEvent;
  reply?: StoredReply;
  /** An endpoint (position in the list of webhook addresses) has accepted an event. */
  delivered?: { eventId: string; endpoint: number };
  /** An event that must be delivered again, to every endpoint. */
  replayed?: { eventId: string };
}
