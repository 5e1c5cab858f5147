import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import type { CardProblem, Confirmation } from './card-gateway.ts';

/** Stripe didn't get the request, or its answer was lost: it isn't known whether the card was charged. */
const UNKNOWN_OUTCOMES: readonly StripeError['type'][] = [
  'api_connection_error',
  'api_error',
  'authentication_error',
  'idempotency_error',
  'rate_limit_error',
];

/** Stripe's answer for a card. Throws if there was none. */
export function toConfirmation(answer: {
  paymentIntent?: PaymentIntent | undefined;
  setupIntent?: SetupIntent | undefined;
  error?: StripeError | undefined;
}): Confirmation {
  const { error } = answer;
  if (!error) return ofIntent(answer.paymentIntent ?? answer.setupIntent);
  const intent = error.payment_intent ?? error.setup_intent;
  // Confirmed twice, or again after a lost answer: the intent's state counts, not that it can't be confirmed again.
  if (intent && ['succeeded', 'processing', 'canceled'].includes(intent.status)) return ofIntent(intent);
  if (UNKNOWN_OUTCOMES.includes(error.type)) throw new Error(`Stripe did not answer: ${error.type}`, { cause: error });
  return { status: 'failed', problem: problemOf(error) };
}

function ofIntent(intent: PaymentIntent | SetupIntent | undefined): Confirmation {
  switch (intent?.status) {
    // The server asks until a pending payment is decided.
    case 'succeeded':
    case 'processing':
    case 'requires_capture':
      return { status: 'succeeded' };
    case 'canceled':
      return { status: 'failed', problem: { code: 'intent_canceled' } };
    case 'requires_action':
      return ofAction(intent);
    case 'requires_payment_method':
      return { status: 'failed', problem: problemOf(lastErrorOf(intent)) };
    default:
      return { status: 'failed', problem: { code: 'requires_confirmation' } };
  }
}

function ofAction(intent: PaymentIntent | SetupIntent): Confirmation {
  const challengeUrl = intent.next_action?.redirect_to_url?.url;
  return challengeUrl
    ? { status: 'requires_action', challengeUrl }
    : { status: 'failed', problem: { code: 'requires_action' } };
}

const lastErrorOf = (intent: PaymentIntent | SetupIntent) =>
  'last_payment_error' in intent ? intent.last_payment_error : (intent as SetupIntent).last_setup_error;

function problemOf(error: { code?: string | null; decline_code?: string | null } | null | undefined): CardProblem {
  const code = error?.code ?? 'processing_error';
  return error?.decline_code ? { code, declineCode: error.decline_code } : { code };
}
