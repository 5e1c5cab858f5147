import type { GatewayEvent } from '@postern/adapter-payment/port';
import type { BillingDeps } from '../billing-deps.ts';
import { advancePayment } from './advance-payment.ts';
import { findPaymentOfIntent } from './payment-repository.ts';

/** Handles a webhook: it only says that something happened. The payment moves by what the gateway answers when asked. */
export async function receivePaymentEvent(deps: BillingDeps, { intentId }: GatewayEvent): Promise<void> {
  const payment = await deps.db.asSystem((tx) => findPaymentOfIntent(tx, intentId));
  if (payment !== null) await advancePayment(deps, payment);
}
