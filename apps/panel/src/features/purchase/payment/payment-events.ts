import { reportEvent } from '../../../lib/events/analytics.ts';
import type { StartedPayment } from '../purchase-store.ts';
import { readPurchase } from '../purchase-store.ts';

/**
 * Reports the course of a payment: partner, domain, customer, plan, accounts, card type, and the cause of a failure. Spec 1 §8, payment
 * failure.
 */
export function reportPayment(
  name: 'payment_initiated' | 'payment_failed' | 'payment_succeeded',
  { order, cardType }: Pick<StartedPayment, 'order' | 'cardType'>,
  cause: string | null = null,
): void {
  const { opened, customer } = readPurchase();
  reportEvent(name, {
    partner: opened?.partnerId ?? null,
    domain: opened?.claims.domainName ?? null,
    customer: customer?.customerId ?? null,
    plan: order.planType,
    accounts: order.noOfAccounts,
    cardType,
    ...(cause === null ? {} : { cause }),
  });
}
