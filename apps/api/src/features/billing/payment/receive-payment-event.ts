import type { GatewayEvent } from '@postern/adapter-payment/port';
import type { BillingDeps } from '../billing-deps.ts';
import { receiveCardEvent } from '../card/add-card.ts';
import { advancePayment, refundGivenUp } from './advance-payment.ts';
import { findPaymentOfIntent, type PaymentRow } from './payment-repository.ts';

/** Handles a payment that was made after all. The event only says so: the gateway is asked. */
async function takeBack(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  const intent = payment.intentId === null ? null : await deps.gateway.readIntent(payment.intentId);
  if (intent?.status === 'succeeded') await refundGivenUp(deps, payment);
}

/** Handles a webhook: it only says that something happened. The payment moves by what the gateway answers when asked. */
export async function receivePaymentEvent(deps: BillingDeps, event: GatewayEvent): Promise<void> {
  const payment = await deps.db.asSystem((tx) => findPaymentOfIntent(tx, event.intentId));
  if (payment === null) await receiveCardEvent(deps, event);
  else {
    if (payment.state === 'given-up' && event.type === 'intent.succeeded') await takeBack(deps, payment);
    await advancePayment(deps, payment);
  }
}
