import Stripe from 'stripe';
import { isMissing } from './stripe-error.ts';
import { CUSTOMER_ENTRY, PAGE_SIZE } from './stripe-metadata.ts';

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

/** Deletes all of Stripe's customers for one of ours, with their cards. Their payments stay. */
export async function removeStripeCustomer(stripe: Stripe, customerReference: string): Promise<void> {
  const found = (await searchAll(stripe, customerReference)) ?? (await listAll(stripe, customerReference));
  for (const { id } of found) {
    try {
      await stripe.customers.del(id);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

async function search(stripe: Stripe, customerReference: string): Promise<string | null> {
  const own = (await searchAll(stripe, customerReference)) ?? [];
  return own.toSorted((a, b) => a.created - b.created)[0]?.id ?? null;
}

/** Null where Stripe has no search. */
async function searchAll(stripe: Stripe, customerReference: string): Promise<Stripe.Customer[] | null> {
  const quoted = customerReference.replaceAll(/['"\\]/g, '\\$&');
  try {
    const query = `metadata['${CUSTOMER_ENTRY}']:'${quoted}'`;
    const found = await stripe.customers.search({ query, limit: PAGE_SIZE });
    return found.data.filter((customer) => customer.metadata[CUSTOMER_ENTRY] === customerReference);
  } catch (error) {
    // Merchants in some countries have no search at Stripe. There a second customer after a day is untidy, but does no harm.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

/** Reads every customer, which takes a call for each hundred: only where there is no search. */
async function listAll(stripe: Stripe, customerReference: string): Promise<Stripe.Customer[]> {
  const own: Stripe.Customer[] = [];
  for await (const customer of stripe.customers.list({ limit: PAGE_SIZE }))
    if (customer.metadata[CUSTOMER_ENTRY] === customerReference) own.push(customer);
  return own;
}
