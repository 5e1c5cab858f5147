import type Stripe from 'stripe';
import { PaymentGatewayError } from './port.ts';

/** Our own entries in Stripe's metadata; the panel never sees them. */
export const KEY_ENTRY = 'postern_idempotency_key';
export const REASON_ENTRY = 'postern_reason';
export const CUSTOMER_ENTRY = 'postern_customer';

export function withoutOurKeys(metadata: Stripe.Metadata): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !name.startsWith('postern_')));
}

type Kept = { metadata: Stripe.Metadata | null; amount: number; currency: string };

/**
 * What was made before under a key. Stripe forgets an idempotency key after a day, but a renewal or a refund whose answer was lost may be
 * asked for again later than that; what money was moved by is therefore marked with its key, and looked for first. Refused when the key
 * was used with another amount.
 */
export function findByKey<T extends Kept>(
  kept: readonly T[],
  idempotencyKey: string,
  wish: { amount: number; currency?: string },
): T | null {
  const found = kept.find((one) => one.metadata?.[KEY_ENTRY] === idempotencyKey);
  if (!found) return null;
  if (found.amount === wish.amount && (wish.currency === undefined || found.currency === wish.currency)) return found;
  const message = 'This idempotency key was used for another request.';
  throw new PaymentGatewayError('refused', 'idempotency_key_reused', message);
}
