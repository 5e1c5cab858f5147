import type Stripe from 'stripe';
import type { Intent, IntentCard, IntentFailure, IntentStatus } from './port.ts';
import { PaymentGatewayError } from './port.ts';
import { badAnswer, isMissing } from './stripe-error.ts';
import { withoutOurKeys } from './stripe-metadata.ts';

/** The parts to expand when reading an intent, so that one answer contains everything. */
export const PAYMENT_PARTS = ['latest_charge', 'payment_method'];
const SETUP_PARTS = ['payment_method'];

const STATUSES: Record<string, IntentStatus> = {
  requires_confirmation: 'requires_confirmation',
  requires_action: 'requires_action',
  processing: 'processing',
  // Manual capture, which we never use: money is reserved, not taken.
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

type LastError = { code?: string; decline_code?: string; message?: string } | null;

/** A payment or setup intent by its id. Refused with `intent_unknown` if the id is neither, or unknown. */
export async function readStripeIntent(stripe: Stripe, intentId: string): Promise<Intent> {
  try {
    if (isSetupId(intentId)) {
      return fromSetupIntent(await stripe.setupIntents.retrieve(intentId, { expand: SETUP_PARTS }));
    }
    if (!intentId.startsWith('pi_')) throw intentUnknown();
    return fromPaymentIntent(await stripe.paymentIntents.retrieve(intentId, { expand: PAYMENT_PARTS }));
  } catch (error) {
    throw isMissing(error) ? intentUnknown() : error;
  }
}

export function isSetupId(intentId: string): boolean {
  return intentId.startsWith('seti_');
}

export function intentUnknown(): PaymentGatewayError {
  return new PaymentGatewayError('refused', 'intent_unknown', 'Stripe has no such intent.');
}

export function fromPaymentIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = intent.latest_charge;
  return {
    intentId: intent.id,
    kind: 'payment',
    ...stateOf(intent.status, intent.last_payment_error, intent.payment_method),
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    refundedMinor: typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0,
    metadata: withoutOurKeys(intent.metadata),
  };
}

function fromSetupIntent(intent: Stripe.SetupIntent): Intent {
  return {
    intentId: intent.id,
    kind: 'setup',
    ...stateOf(intent.status, intent.last_setup_error, intent.payment_method),
    amountMinor: 0,
    currency: '',
    refundedMinor: 0,
    metadata: withoutOurKeys(intent.metadata ?? {}),
  };
}

function stateOf(
  status: string,
  lastError: LastError,
  paymentMethod: string | Stripe.PaymentMethod | null,
): Pick<Intent, 'status' | 'failure' | 'card'> {
  // Stripe has no status for a failed try: the intent waits for another card, and keeps the last error.
  if (status === 'requires_payment_method') {
    return lastError ? { status: 'failed', failure: failureOf(lastError) } : { status: 'requires_confirmation' };
  }
  const known = STATUSES[status];
  if (known === undefined) throw badAnswer();
  const card = known === 'succeeded' ? cardOf(paymentMethod) : null;
  return { status: known, ...(card && { card }) };
}

function failureOf({ code, decline_code, message }: NonNullable<LastError>): IntentFailure {
  return {
    code: code ?? 'processing_error',
    ...(decline_code !== undefined && { declineCode: decline_code }),
    message: message ?? '',
  };
}

/** Null for anything but a card: Stripe's own wallet, a bank debit. */
function cardOf(paymentMethod: string | Stripe.PaymentMethod | null): IntentCard | null {
  if (typeof paymentMethod !== 'object' || !paymentMethod?.card) return null;
  const { id, card } = paymentMethod;
  return {
    paymentMethodId: id,
    brand: card.brand,
    lastFourDigits: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    funding: card.funding,
    walletType: card.wallet?.type ?? null,
    ...(card.country !== null && { country: card.country }),
  };
}
