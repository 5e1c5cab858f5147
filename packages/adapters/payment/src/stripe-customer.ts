import Stripe from 'stripe';
import { CUSTOMER_ENTRY } from './stripe-metadata.ts';

/**
 * Stripe's customer of one of ours, made with the first intent. Stripe's search lags behind by minutes and an idempotency key lives for a
 * day, so that together they find the one customer again at any time. Should there be two all the same, the older one is taken.
 */
export async function findOrCreateStripeCustomer(stripe: Stripe, customerReference: string): Promise<string> {
  const known = await search(stripe, customerReference);
  if (known !== null) return known;
  const { id } = await stripe.customers.create(
    { metadata: { [CUSTOMER_ENTRY]: customerReference } },
    { idempotencyKey: `postern-customer/${customerReference}` },
  );
  return id;
}

async function search(stripe: Stripe, customerReference: string): Promise<string | null> {
  const quoted = customerReference.replaceAll(/['"\\]/g, '\\$&');
  try {
    const found = await stripe.customers.search({ query: `metadata['${CUSTOMER_ENTRY}']:'${quoted}'`, limit: 100 });
    const own = found.data.filter((customer) => customer.metadata[CUSTOMER_ENTRY] === customerReference);
    return own.toSorted((a, b) => a.created - b.created)[0]?.id ?? null;
  } catch (error) {
    // Stripe has no search for merchants of some countries; a second customer after a day is untidy there, but wrong in nothing.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}
