import type Stripe from 'stripe';
import { PaymentGatewayError, type SavedCard } from './port.ts';
import { isMissing } from './stripe-error.ts';
import { CUSTOMER_ENTRY } from './stripe-metadata.ts';

/** The Stripe customer who saved the card. Refused with `payment_method_unknown` if that isn't this customer of ours. */
export async function readCardOwner(
  stripe: Stripe,
  { paymentMethodId, customerReference }: SavedCard,
): Promise<string> {
  const unknown = () =>
    new PaymentGatewayError('refused', 'payment_method_unknown', 'This customer has no such saved card.');
  if (paymentMethodId === '') throw unknown();
  try {
    const { customer } = await stripe.paymentMethods.retrieve(paymentMethodId, { expand: ['customer'] });
    if (typeof customer !== 'object' || customer === null || customer.deleted) throw unknown();
    if (customer.metadata[CUSTOMER_ENTRY] !== customerReference) throw unknown();
    return customer.id;
  } catch (error) {
    throw isMissing(error) ? unknown() : error;
  }
}

/** Detaches a card from its customer. Stripe never attaches it again. */
export async function removeStripeCard(stripe: Stripe, card: SavedCard): Promise<void> {
  try {
    await readCardOwner(stripe, card);
    await stripe.paymentMethods.detach(card.paymentMethodId);
  } catch (error) {
    const isGone = error instanceof PaymentGatewayError && error.code === 'payment_method_unknown';
    if (!isGone && !isMissing(error)) throw error;
  }
}
