import type { DisputeView, GatewayEvent } from '../wire.ts';
import type {
  LedgerRecord,
  SavedCard,
  StoredCharge,
  StoredIntent,
  StoredRefund,
  StoredReply,
} from './ledger-record.ts';

/** One entry of the audit list, in order of creation. */
export type LedgerItem =
  | { type: 'intent'; id: string }
  | { type: 'charge'; id: string }
  | { type: 'refund'; id: string };

export interface EventInBooks {
  event: GatewayEvent;
  deliveredTo: Set<number>;
  /** Retries end 72 hours after this. */
  dueSinceEpochMillis: number;
}

/** The ledger's content in memory: the result of applying its lines in order. */
export class LedgerBooks {
  readonly intents = new Map<string, StoredIntent>();
  readonly charges = new Map<string, StoredCharge>();
  readonly refunds = new Map<string, StoredRefund>();
  readonly disputes = new Map<string, DisputeView>();
  readonly savedCards = new Map<string, SavedCard>();
  readonly replies = new Map<string, StoredReply>();
  readonly events = new Map<string, EventInBooks>();
  readonly intentIdsByChallenge = new Map<string, string>();
  readonly items: LedgerItem[] = [];

  apply(record: LedgerRecord): void {
    const { intent, charge, refund, dispute, savedCard, removedCards, event, reply, delivered, replayed } = record;
    if (intent) {
      if (!this.intents.has(intent.intentId)) this.items.push({ type: 'intent', id: intent.intentId });
      this.intents.set(intent.intentId, intent);
      if (intent.challenge) this.intentIdsByChallenge.set(intent.challenge.challengeId, intent.intentId);
    }
    if (charge) {
      this.charges.set(charge.chargeId, charge);
      this.items.push({ type: 'charge', id: charge.chargeId });
    }
    if (refund) {
      if (!this.refunds.has(refund.refundId)) this.items.push({ type: 'refund', id: refund.refundId });
      this.refunds.set(refund.refundId, refund);
    }
    if (dispute) this.disputes.set(dispute.disputeId, dispute);
    if (savedCard) this.savedCards.set(savedCard.card.paymentMethodId, savedCard);
    for (const paymentMethodId of removedCards ?? []) this.savedCards.delete(paymentMethodId);
    if (event) {
      this.events.set(event.eventId, { event, deliveredTo: new Set(), dueSinceEpochMillis: event.createdEpochMillis });
    }
    if (reply) this.replies.set(reply.key, reply);
    if (delivered) this.events.get(delivered.eventId)?.deliveredTo.add(delivered.endpoint);
    const again = replayed && this.events.get(replayed.eventId);
    if (again) {
      again.deliveredTo.clear();
      again.dueSinceEpochMillis = record.at;
    }
  }
}
