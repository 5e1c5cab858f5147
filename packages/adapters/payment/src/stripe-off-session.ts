import Stripe from 'stripe';
import type { Intent, OffSessionCharge } from './port.ts';
import { toStripeAmount } from './stripe-amount.ts';
import { readCardOwner } from './stripe-card.ts';
import { fromPaymentIntent, PAYMENT_PARTS, readStripeIntent } from './stripe-intent.ts';
import { findByKey, KEY_ENTRY, PAGE_SIZE } from './stripe-metadata.ts';

/** Charges a saved card while its owner is away, once per key, even after Stripe has forgotten the key. */
export async function chargeOffSession(stripe: Stripe, charge: OffSessionCharge): Promise<Intent> {
  const money = toStripeAmount(charge.amountMinor, charge.currency);
  const customer = await readCardOwner(stripe, charge);
  const known = charge.isNewKey === true ? null : await findEarlier(stripe, charge, customer);
  // An intent that hasn't been confirmed belongs to a running call with the same key; Stripe gives both calls the same answer.
  if (known && known.status !== 'requires_confirmation') return known;
  try {
    const { idempotencyKey, paymentMethodId, description, metadata } = charge;
    const intent = await stripe.paymentIntents.create(
      {
        ...money,
        customer,
        payment_method: paymentMethodId,
        description,
        metadata: { ...metadata, [KEY_ENTRY]: idempotencyKey },
        // There is nobody to send to a bank's page.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
        off_session: true,
        expand: PAYMENT_PARTS,
      },
      { idempotencyKey },
    );
    return fromPaymentIntent(intent);
  } catch (error) {
    const intentId = error instanceof Stripe.errors.StripeCardError ? error.payment_intent?.id : undefined;
    if (intentId === undefined) throw error;
    return readStripeIntent(stripe, intentId);
  }
}

async function findEarlier(
  stripe: Stripe,
  { idempotencyKey, amountMinor, currency }: OffSessionCharge,
  customer: string,
): Promise<Intent | null> {
  const earlier = stripe.paymentIntents.list({ customer, limit: PAGE_SIZE, expand: PAYMENT_PARTS.map(inList) });
  const found = await findByKey(earlier, idempotencyKey, toStripeAmount(amountMinor, currency));
  return found && fromPaymentIntent(found);
}

const inList = (part: string): string => `data.${part}`;
