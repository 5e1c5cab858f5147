import type Stripe from 'stripe';
import { type NewRefund, PaymentGatewayError } from './port.ts';
import { badAnswer, isMissing } from './stripe-error.ts';
import { intentUnknown } from './stripe-intent.ts';
import { findByKey, KEY_ENTRY, PAGE_SIZE, REASON_ENTRY } from './stripe-metadata.ts';

/** Stripe's limit for a value in metadata. */
const MAX_METADATA_LENGTH = 500;

/** Refunds money, once per key, even after Stripe has forgotten the key. */
export async function refundAtStripe(stripe: Stripe, refund: NewRefund): Promise<{ refundId: string }> {
  const { idempotencyKey, intentId, amountMinor, reason } = refund;
  try {
    const earlier = stripe.refunds.list({ payment_intent: intentId, limit: PAGE_SIZE });
    const made =
      (await findByKey(earlier, idempotencyKey, { amount: amountMinor })) ??
      (await stripe.refunds.create(
        {
          payment_intent: intentId,
          amount: amountMinor,
          metadata: { [KEY_ENTRY]: idempotencyKey, [REASON_ENTRY]: reason.slice(0, MAX_METADATA_LENGTH) },
        },
        { idempotencyKey },
      ));
    return { refundId: requireAlive(made) };
  } catch (error) {
    throw isMissing(error) ? intentUnknown() : error;
  }
}

function requireAlive({ id, status }: Stripe.Refund): string {
  if (typeof id !== 'string') throw badAnswer();
  if (status === 'failed' || status === 'canceled') {
    throw new PaymentGatewayError(
      'refused',
      'refund_failed',
      "Stripe could not give the money back to the payer's bank.",
    );
  }
  return id;
}
