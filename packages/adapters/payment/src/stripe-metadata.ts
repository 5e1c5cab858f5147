import type Stripe from 'stripe';
import { PaymentGatewayError } from './port.ts';

/** Our own entries in Stripe's metadata, which the panel never sees. */
export const KEY_ENTRY = 'postern_idempotency_key';
export const REASON_ENTRY = 'postern_reason';
export const CUSTOMER_ENTRY = 'postern_customer';

/** The most that Stripe puts on one page of a list. */
export const PAGE_SIZE = 100;

export function withoutOurKeys(metadata: Stripe.Metadata): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !name.startsWith('postern_')));
}

type Kept = { metadata: Stripe.Metadata | null; amount: number; currency: string };

/**
 * The object that was created before with a key, on any page of a list. Stripe forgets an idempotency key after a day, but a renewal or refund whose answer was
 * lost may be requested again after that. So every object that moves money carries its key, and we look for it first. Refused if the key
 * was used with another amount.
 */
export async function findByKey<T extends Kept>(
  kept: AsyncIterable<T>,
  idempotencyKey: string,
  wish: { amount: number; currency?: string },
): Promise<T | null> {
  for await (const found of kept) {
    if (found.metadata?.[KEY_ENTRY] !== idempotencyKey) continue;
    if (found.amount === wish.amount && (wish.currency === undefined || found.currency === wish.currency)) return found;
    const message = 'This idempotency key was used for another request.';
    throw new PaymentGatewayError('refused', 'idempotency_key_reused', message);
  }
  return null;
}
