import type { ComponentType, Ref } from 'react';

/** Why a card wasn't accepted, in the gateway's codes. */
export type CardProblem = { code: string; declineCode?: string };

/** The gateway's answer in the browser. Whether the order is paid is decided by the server, which asks the gateway itself. */
export type Confirmation =
  | { status: 'succeeded' }
  | { status: 'requires_action'; challengeUrl: string }
  | { status: 'failed'; problem: CardProblem };

/** A way to pay, as the payment sequence needs it. */
export type PaymentMeans = {
  gateway: 'sandbox' | 'stripe';
  /** Whether it can be sent; shows missing fields otherwise. */
  validate: () => Promise<boolean>;
  /** A card that the server charges itself: nothing is confirmed here. */
  paymentMethodId?: string;
  /** Pays the intent of this client secret. Throws when the gateway doesn't answer. */
  confirm: (clientSecret: string, returnUrl: string) => Promise<Confirmation>;
  /** For the events: 'visa', 'mastercard', …; null if unknown. */
  cardType: () => string | null;
};

/** What the card pays, so that only suitable means are offered. With an amount of 0 the card is saved and not charged. */
export type CardCharge = { amountMinor: number; currency: string; savesCard: boolean };

export type CardElementProps = {
  charge: CardCharge;
  /** How to pay with the typed card; null until the fields are ready. */
  ref: Ref<PaymentMeans>;
  /** Called when the fields are ready. */
  onReady: () => void;
  /** Called when the gateway's fields can't be shown. */
  onUnavailable: () => void;
};

/**
 * A payment gateway in the browser: it draws its own card fields, and what is typed into them never leaves it. The sandbox draws
 * plain fields; Stripe's Payment Element stands in a frame of Stripe's.
 */
export type CardGateway = { name: PaymentMeans['gateway']; CardElement: ComponentType<CardElementProps> };
