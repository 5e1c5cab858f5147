import Stripe from 'stripe';
import { type Intent, PaymentGatewayError } from './port.ts';
import { isMissing } from './stripe-error.ts';
import { intentUnknown, isSetupId, readStripeIntent } from './stripe-intent.ts';

/** Between the refusal and our check an intent may have gone back to waiting for a card; then we cancel again. */
const TRIES = 2;

/** Cancels an intent. One that Stripe won't cancel is returned as it is, if its state is final. */
export async function cancelStripeIntent(stripe: Stripe, intentId: string): Promise<Intent> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await tryToCancel(stripe, intentId);
    const intent = await readStripeIntent(stripe, intentId);
    if (intent.status === 'canceled' || intent.status === 'succeeded') return intent;
  }
  const message = 'The payment is on its way and can neither be canceled nor counted on yet.';
  throw new PaymentGatewayError('unavailable', 'intent_processing', message);
}

async function tryToCancel(stripe: Stripe, intentId: string): Promise<void> {
  try {
    if (isSetupId(intentId)) await stripe.setupIntents.cancel(intentId);
    else if (intentId.startsWith('pi_')) await stripe.paymentIntents.cancel(intentId);
    else throw intentUnknown();
  } catch (error) {
    if (isMissing(error)) throw intentUnknown();
    const isInNoState =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code?.endsWith('_unexpected_state');
    if (!isInNoState) throw error;
  }
}
