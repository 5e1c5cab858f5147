/**
 * The payment gateway, in the panel's words. Card data never passes through here: the browser sends the card to the gateway with an
 * intent's client secret, and only {@link PaymentGateway.readIntent} (or a webhook that leads to it) decides whether money moved.
 *
 * Failure contract of every call but `verifyWebhook` and `check`: it resolves, or it throws {@link PaymentGatewayError}.
 */

/** The state of an intent. `failed` isn't final: the payer may try another card until the intent is canceled. */
export type IntentStatus =
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'canceled';

/** Why the last attempt failed, in the gateway's codes (`card_declined`, `expired_card`, …); `message` is for logs and support, not for payers. */
export interface IntentFailure {
  code: string;
  declineCode?: string;
  message: string;
}

/** A card as far as the panel may know it (Spec 2 §5, card details). Years have four digits. */
export interface IntentCard {
  paymentMethodId: string;
  brand: string;
  lastFourDigits: string;
  expMonth: number;
  expYear: number;
  funding: string;
  walletType: string | null;
  /** Where the card was issued (ISO 3166-1 alpha-2); absent where the gateway doesn't know. */
  country?: string;
}

/** A payment to collect (`payment`), or a card to save without a charge (`setup`: the amounts are 0 and the currency is empty). */
export interface Intent {
  intentId: string;
  kind: 'payment' | 'setup';
  status: IntentStatus;
  /** In minor units of `currency`. */
  amountMinor: number;
  /** ISO 4217, upper case. */
  currency: string;
  /** Sum of all refunds, in minor units. */
  refundedMinor: number;
  metadata: Record<string, string>;
  failure?: IntentFailure;
  /** The card that succeeded; absent before. */
  card?: IntentCard;
}

export interface NewPaymentIntent {
  /** The caller's own id of this request, 1 to 255 printable ASCII characters. The same key with the same content always gives the same intent. */
  idempotencyKey: string;
  /** Positive integer, in minor units of `currency`. */
  amountMinor: number;
  /** ISO 4217, upper case. */
  currency: string;
  description: string;
  metadata: Record<string, string>;
  /** Keep the card for later charges of the same customer. */
  saveCard: boolean;
  /** The panel's own id of the customer who pays. */
  customerReference: string;
}

interface NewSetupIntent {
  idempotencyKey: string;
  metadata: Record<string, string>;
  customerReference: string;
}

export interface NewRefund {
  idempotencyKey: string;
  intentId: string;
  /** Positive integer, in minor units of the intent's currency; all refunds together never exceed the charge. */
  amountMinor: number;
  reason: string;
}

/** A charge of a saved card while its owner is away. */
export interface OffSessionCharge {
  idempotencyKey: string;
  /** From the card of an intent that saved it ({@link IntentCard.paymentMethodId}). */
  paymentMethodId: string;
  /** Positive integer, in minor units of `currency`. */
  amountMinor: number;
  /** ISO 4217, upper case. */
  currency: string;
  description: string;
  metadata: Record<string, string>;
  customerReference: string;
  /**
   * The key was made up less than a minute ago. The gateway still knows every charge with it, so a charge of days ago needn't be looked for.
   */
  isNewKey?: boolean;
}

/** A card that a customer of the panel has saved. */
export type SavedCard = Pick<OffSessionCharge, 'customerReference' | 'paymentMethodId'>;

/** A client secret belongs to the payer's browser; it confirms this one intent and does nothing else. */
export interface CreatedIntent {
  intentId: string;
  clientSecret: string;
}

/** Money that a dispute moved: taken from us, or given back. */
export interface DisputeMovement {
  movementId: string;
  /** In minor units of the dispute's currency; negative: taken from us. */
  amountMinor: number;
  /** What the gateway charges for it, in minor units of `feeCurrency`; negative: given back. */
  feeMinor: number;
  feeCurrency: string;
}

/** The present state of a payment that the payer's bank takes back. `inquiry`: so far the bank only asks, and no money has moved. */
export interface Dispute {
  disputeId: string;
  intentId: string;
  status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost';
  /** In the gateway's words: `fraudulent`, `duplicate`, … */
  reason: string;
  /** Positive, in minor units of `currency`: what the payer wants back. */
  amountMinor: number;
  currency: string;
  /** Until when evidence is accepted; null if it no longer is, or never was. */
  respondByEpochMillis: number | null;
  /** In the order in which they happened. */
  movements: readonly DisputeMovement[];
}

/**
 * A notification from the gateway: at least once, in any order. It says that an intent or a dispute changed, but not its present state;
 * read it for that.
 */
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
  /** Set if a dispute changed; `intentId` is then the disputed payment. */
  disputeId?: string;
  /** Set if a refund changed after it was made; `intentId` is then the payment that it gives back. */
  refundId?: string;
  createdEpochMillis: number;
}

/** A payment that was made, with what was given back of it until now. */
export interface ChargeEntry {
  intentId: string;
  /** In minor units of `currency`. */
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  /** By the gateway's clock. */
  atEpochMillis: number;
  metadata: Record<string, string>;
}

/** Money that was given back, or is on its way. `isFailed`: the payer's bank didn't take it, so the gateway has it again. That is final. */
export interface Refund {
  refundId: string;
  intentId: string;
  /** In minor units of `currency`. */
  amountMinor: number;
  currency: string;
  isFailed: boolean;
  /** Why it failed, in the gateway's words; null if it hasn't, or nobody knows. */
  failure: string | null;
}

export interface RefundEntry extends Refund {
  atEpochMillis: number;
}

/** One page of what was made in a span of the gateway's time, its end not included. */
export interface Listing {
  fromEpochMillis: number;
  toEpochMillis: number;
  /** `next` of the page before; null for the first. */
  cursor: string | null;
}

export interface Page<Entry> {
  /** May be empty although others follow. */
  entries: readonly Entry[];
  next: string | null;
}

/** Header names in lower case, as Node gives them. */
export type WebhookHeaders = Record<string, string | string[] | undefined>;

export interface PaymentGateway {
  readonly name: 'stripe' | 'sandbox';

  /** Requests a payment. Nothing is charged until the payer confirms with the client secret. */
  createPaymentIntent(intent: NewPaymentIntent): Promise<CreatedIntent>;

  /** Requests that a card be saved. Nothing is charged. */
  createSetupIntent(intent: NewSetupIntent): Promise<CreatedIntent>;

  /** The current state of an intent. Refused with `intent_unknown` if the gateway has none with this id. */
  readIntent(intentId: string): Promise<Intent>;

  /**
   * Makes sure that the intent can never succeed later. One that has succeeded stays so; the answer says which. Repeatable. Unavailable
   * with `intent_processing` while a payment is in progress that can't be stopped, as the outcome is still open.
   */
  cancelIntent(intentId: string): Promise<Intent>;

  /**
   * Charges a saved card, once per key. The answer is the new intent, succeeded or failed: a card that is declined is an answer, not an error.
   * Refused with `payment_method_unknown` when this customer hasn't saved the card.
   */
  chargeOffSession(charge: OffSessionCharge): Promise<Intent>;

  /**
   * Forgets a saved card, so that nothing can charge it again. Repeatable; a card that this customer doesn't have is forgotten already.
   * A charge whose outcome is unknown must be settled first: without the card, the gateway may not find it again.
   */
  removeCard(card: SavedCard): Promise<void>;

  /** Forgets a customer with all saved cards. Payments stay, and can be refunded. Repeatable. */
  removeCustomer(customerReference: string): Promise<void>;

  /**
   * Refunds money, once per key. Refused if the intent wasn't paid or less than `amountMinor` is left of it. A refund can still fail, at once or
   * weeks later: see {@link PaymentGateway.readRefund}. The same key then names the failed refund, and another key tries again.
   */
  refund(refund: NewRefund): Promise<{ refundId: string }>;

  /** The current state of a refund. Refused with `refund_unknown` if the gateway has none with this id. */
  readRefund(refundId: string): Promise<Refund>;

  /** The current state of a dispute. Refused with `dispute_unknown` if the gateway has none with this id. */
  readDispute(disputeId: string): Promise<Dispute>;

  /** The payments of a span that have succeeded, page by page. Payments made meanwhile don't move others from page to page. */
  listCharges(listing: Listing): Promise<Page<ChargeEntry>>;

  /** The refunds that were made in a span, as they are now, with those that failed. */
  listRefunds(listing: Listing): Promise<Page<RefundEntry>>;

  /**
   * The event in a webhook request. 'ignored' for a genuine one that doesn't concern the panel; answer it like an event. Null if the
   * signature is wrong, its time is more than 300 seconds from now, or the request is malformed.
   * `rawBody` is the body byte for byte; `nowEpochMillis` is the real time, as gateways don't know the clock of evaluation mode.
   */
  verifyWebhook(
    rawBody: Buffer | string,
    headers: WebhookHeaders,
    nowEpochMillis: number,
  ): GatewayEvent | 'ignored' | null;

  /** Whether the gateway answers and accepts our key; never throws. `detail` is one plain sentence without secrets. */
  check(): Promise<{ ok: boolean; detail: string }>;
}

/**
 * `refused` is definite: nothing happened, and the same call would be refused again.
 * `unavailable` means that the outcome is unknown: ask with `readIntent`, or repeat with the same idempotency key.
 */
export class PaymentGatewayError extends Error {
  readonly kind: 'refused' | 'unavailable';
  readonly code: string;

  constructor(kind: 'refused' | 'unavailable', code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentGatewayError';
    this.kind = kind;
    this.code = code;
  }
}
