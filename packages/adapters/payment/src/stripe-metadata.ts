import type Stripe from 'stripe';
import { PaymentGatewayError } from './port.ts';

/** Our own entries in Stripe's metadata, which the panel never sees. */
export const KEY_ENTRY = 'postern_idempotency_key';
export const REASON_ENTRY = 'postern_reason';
export const CUSTOMER_ENTRY = 'postern_customer';

export function withoutOurKeys(metadata: Stripe.Metadata): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !name.startsWith('postern_')));
}

type Kept = { metadata: Stripe.Metadata | null; amount: number; currency: string };

/**
 * The object that was created before with a key. Stripe forgets an idempotency key after a day, but a renewal or refund whose answer was
 * lost may be requested again after that. So every object that moves money carries its key, and we look for it first. Refused if the key
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
