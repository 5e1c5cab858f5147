/** The data in the API and the webhooks. The gateway is a separate program, so it shares no code with its clients. */

/** `failed` isn't final: the payer may try another card until the intent is canceled. */
export type IntentStatus =
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'canceled';

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
  /** Where it was issued. Cards of an earlier release have none. */
  country?: string;
}

/** A payment to collect (`payment`), or a card to save without a charge (`setup`: the amounts are 0 and the currency is empty). */
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
  type:
    | 'intent.succeeded'
    | 'intent.failed'
    | 'intent.requires_action'
    | 'intent.canceled'
    | 'refund.created'
    | 'refund.changed'
    | 'dispute.changed';
  intentId: string;
  disputeId?: string;
  refundId?: string;
  createdEpochMillis: number;
}

/** Money that goes back to the payer; failed: the payer's bank didn't take it, so the merchant has it again. */
export interface RefundView {
  refundId: string;
  intentId: string;
  amountMinor: number;
  currency: string;
  isFailed: boolean;
  failure: string | null;
}

/** A payment that the payer's bank takes back. `inquiry`: so far the bank only asks, and no money has moved. */
export interface DisputeView {
  disputeId: string;
  intentId: string;
  status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost';
  reason: string;
  amountMinor: number;
  currency: string;
  /** Null once evidence is no longer accepted. */
  respondByEpochMillis: number | null;
  /** Negative: taken from the merchant. */
  movements: { movementId: string; amountMinor: number; feeMinor: number; feeCurrency: string }[];
}
