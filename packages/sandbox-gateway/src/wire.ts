/** What the API and the webhooks carry. The gateway is a program of its own, so it shares no code with those who call it. */

/** `failed` may still turn into any other: the payer may try again with another card until the intent is canceled. */
export type IntentStatus = 'requires_confirmation' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

export interface IntentFailure {
  code: string;
  declineCode?: string;
  message: string;
}

/** A card without its number. Years have four digits. */
export interface IntentCard {
  paymentMethodId: string;
  brand: string;
  lastFourDigits: string;
  expMonth: number;
  expYear: number;
  funding: string;
  walletType: null;
}

/** Something to pay, or a card to save without charging it (`setup`: the amounts are 0 and the currency is empty). */
export interface IntentView {
  intentId: string;
  kind: 'payment' | 'setup';
  status: IntentStatus;
  amountMinor: number;
  currency: string;
  refundedMinor: number;
  metadata: Record<string, string>;
  failure?: IntentFailure;
  card?: IntentCard;
}

export interface GatewayEvent {
  eventId: string;
  type: 'intent.succeeded' | 'intent.failed' | 'intent.requires_action' | 'intent.canceled' | 'refund.created';
  intentId: string;
  createdEpochMillis: number;
}
