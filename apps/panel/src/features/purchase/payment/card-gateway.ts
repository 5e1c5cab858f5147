import type { ComponentType, Ref } from 'react';

/** Why a card wasn't taken, in the gateway's codes. */
export type CardProblem = { code: string; declineCode?: string };

/** How the gateway answered a card. Only the server's own look at the gateway decides whether it was paid. */
export type Confirmation =
  | { status: 'succeeded' }
  | { status: 'requires_action'; challengeUrl: string }
  | { status: 'failed'; problem: CardProblem };

/** A way to pay, as the payment sequence needs it. */
export type PaymentMeans = {
  gateway: 'sandbox' | 'stripe';
  /** Whether it can be sent; what is missing is shown where it is missing. */
  validate: () => Promise<boolean>;
  /** A card that the server charges itself: nothing is confirmed here. */
  paymentMethodId?: string;
  /** Pays the intent of this client secret. Throws when the gateway doesn't answer. */
  confirm: (clientSecret: string, returnUrl: string) => Promise<Confirmation>;
  /** For the events: 'visa', 'mastercard', …; null when it can't be told. */
  cardType: () => string | null;
};

/** What the card is for, so that only what can pay it is offered. An amount of 0: the card is saved and not charged. */
export type CardCharge = { amountMinor: number; currency: string; savesCard: boolean };

export type CardElementProps = {
  charge: CardCharge;
  /** How to pay with what is typed, once it is there. */
  ref: Ref<PaymentMeans>;
  /** The fields can be typed into. */
  onReady: () => void;
  /** The gateway's fields can't be shown. */
  onUnavailable: () => void;
};

/**
 * A payment gateway in the browser: it draws its own card fields, and what is typed into them never leaves it. The sandbox draws
 * plain fields; Stripe's Payment Element stands in a frame of Stripe's.
 */
export type CardGateway = { name: PaymentMeans['gateway']; CardElement: ComponentType<CardElementProps> };
