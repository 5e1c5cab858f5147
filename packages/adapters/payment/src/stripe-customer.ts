import Stripe from 'stripe';
import { CUSTOMER_ENTRY } from './stripe-metadata.ts';

/**
 * Stripe's customer for one of ours, created with the first intent. Stripe's search lags behind by minutes and idempotency keys last a
 * day, so together they always find the customer again. If there are two all the same, we take the older one.
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
    // Merchants in some countries have no search at Stripe. There a second customer after a day is untidy, but does no harm.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}
