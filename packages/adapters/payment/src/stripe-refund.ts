import type Stripe from 'stripe';
import { type NewRefund, PaymentGatewayError, type Refund } from './port.ts';
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
    if (typeof made.id !== 'string') throw badAnswer();
    return { refundId: made.id };
  } catch (error) {
    throw isMissing(error) ? intentUnknown() : error;
  }
}

/** A refund by its id, also one that Stripe's dashboard made. */
export async function readStripeRefund(stripe: Stripe, refundId: string): Promise<Refund> {
  try {
    const found = refundOf(await stripe.refunds.retrieve(refundId));
    if (found === null) throw refundUnknown();
    return found;
  } catch (error) {
    throw isMissing(error) ? refundUnknown() : error;
  }
}

const refundUnknown = () => new PaymentGatewayError('refused', 'refund_unknown', 'Stripe has no such refund.');

/** Null for the refund of a charge without an intent: it isn't the panel's. */
export function refundOf({
  id,
  payment_intent,
  amount,
  currency,
  status,
  failure_reason,
}: Stripe.Refund): Refund | null {
  const intentId = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null);
  if (intentId === null) return null;
  return {
    ...{ refundId: id, intentId, amountMinor: amount, currency: currency.toUpperCase() },
    // A canceled refund never left: for the payer it is the same.
    isFailed: status === 'failed' || status === 'canceled',
    failure: failure_reason ?? null,
  };
}
