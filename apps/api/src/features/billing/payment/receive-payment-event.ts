import type { GatewayEvent } from '@postern/adapter-payment/port';
import type { BillingDeps } from '../billing-deps.ts';
import { receiveCardEvent } from '../card/add-card.ts';
import { advancePayment } from './advance-payment.ts';
import { findPaymentOfIntent } from './payment-repository.ts';

/** Handles a webhook: it only says that something happened. The payment moves by what the gateway answers when asked. */
export async function receivePaymentEvent(deps: BillingDeps, event: GatewayEvent): Promise<void> {
  const payment = await deps.db.asSystem((tx) => findPaymentOfIntent(tx, event.intentId));
  if (payment === null) await receiveCardEvent(deps, event);
  else await advancePayment(deps, payment);
}
