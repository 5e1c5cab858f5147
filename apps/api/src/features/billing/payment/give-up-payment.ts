import type { BillingDeps } from '../billing-deps.ts';
import { advancePayment, finish } from './advance-payment.ts';
import { findPayment, type PaymentRow } from './payment-repository.ts';

/**
 * Makes sure that a payment can no longer be paid. If it was paid meanwhile, it takes effect. A charge of a saved card that is under way
 * can't be stopped: it ends on its own.
 */
export async function giveUpPayment(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  if (payment.paymentMethodId === null && payment.intentId === null) {
    // Nobody has a secret to pay with.
    await deps.db.asSystem((tx) => finish(tx, deps, payment, { kind: 'given-up' }));
    const now = await deps.db.asSystem((tx) => findPayment(tx, payment));
    return now?.state === 'open' && now.intentId !== null ? giveUpPayment(deps, now) : undefined;
  }
  if (payment.intentId !== null && payment.paymentMethodId === null) await deps.gateway.cancelIntent(payment.intentId);
  await advancePayment(deps, payment);
}
