import type Stripe from 'stripe';
import type { ChargeEntry, Listing, Page, RefundEntry } from './port.ts';
import { PAGE_SIZE, withoutOurKeys } from './stripe-metadata.ts';
import { refundOf } from './stripe-refund.ts';

/** Stripe's lists are newest first and page by the id of the last object, so objects that come meanwhile don't move the pages. */
const askedFor = ({ fromEpochMillis, toEpochMillis, cursor }: Listing) => ({
  created: { gte: Math.floor(fromEpochMillis / 1000), lt: Math.ceil(toEpochMillis / 1000) },
  limit: PAGE_SIZE,
  ...(cursor !== null && { starting_after: cursor }),
});

const idOf = (held: string | { id: string } | null): string | null =>
  typeof held === 'string' ? held : (held?.id ?? null);

/** Stripe lists every try; only money that came counts. A charge without an intent isn't the panel's. */
export async function listStripeCharges(stripe: Stripe, listing: Listing): Promise<Page<ChargeEntry>> {
  const page = await stripe.charges.list(askedFor(listing));
  return pageOf(page, ({ status, payment_intent, amount, amount_refunded, currency, created, metadata }) => {
    const intentId = idOf(payment_intent);
    if (status !== 'succeeded' || intentId === null) return null;
    return {
      ...{ intentId, amountMinor: amount, refundedMinor: amount_refunded, currency: currency.toUpperCase() },
      ...{ atEpochMillis: created * 1000, metadata: withoutOurKeys(metadata) },
    };
  });
}

export async function listStripeRefunds(stripe: Stripe, listing: Listing): Promise<Page<RefundEntry>> {
  const page = await stripe.refunds.list(askedFor(listing));
  return pageOf(page, (refund) => {
    const found = refundOf(refund);
    return found === null ? null : { ...found, atEpochMillis: refund.created * 1000 };
  });
}

function pageOf<Held extends { id: string }, Entry>(
  { data, has_more }: Stripe.ApiList<Held>,
  entryOf: (held: Held) => Entry | null,
): Page<Entry> {
  return {
    entries: data.map(entryOf).filter((entry) => entry !== null),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
}
