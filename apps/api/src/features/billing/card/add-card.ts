import { randomUUID } from 'node:crypto';
import { type GatewayEvent, type Intent, PaymentGatewayError } from '@postern/adapter-payment/port';
import type { startAddingCard as operation } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';
import { countAttempt } from '../../../http/limit-attempts.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { gatewayCall, insertSavedCard } from '../../purchase/public.ts';
import { writeLife } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { renewWithNewCard } from '../due/renew-with-new-card.ts';
import { advancePayment } from '../payment/advance-payment.ts';
import type { PaymentRow } from '../payment/payment-repository.ts';
import { assertSpeaksForCustomer, isOnlyBundle } from '../speaks-for-customer.ts';
import { assertMayPay } from '../quote/calculate-charge.ts';
import { noteCard } from './card-history.ts';
import { lockOrdersOfCustomer } from './lock-orders-of-customer.ts';

const PURPOSE = 'add-card';

/** Requests that the gateway save a card of the customer. The gateway stores with the intent whose card it is. */
export async function startAddingCard(deps: BillingDeps, context: SessionContext): Promise<OutputOf<typeof operation>> {
  assertMayPay(context);
  const { customerId, bundleId, email, mailboxId } = context.actor;
  await deps.db.asSystem((tx) => assertSpeaksForCustomer(tx, context.actor));
  // Card numbers can be tried out here, so attempts are limited. Only this customer's own sessions count.
  await countAttempt(deps, [`add-card/${customerId}`]);
  const intent = await gatewayCall(() =>
    deps.gateway.createSetupIntent({
      idempotencyKey: `card/${randomUUID()}`,
      metadata: { purpose: PURPOSE, customerId, email, ...(mailboxId === null ? {} : { adminOf: bundleId }) },
      customerReference: customerId,
    }),
  );
  return { stripeSecret: intent.clientSecret, gateway: deps.gateway.name, ...publishableKeyOf(deps) };
}

/** The key with which the browser draws Stripe's card fields. */
export const publishableKeyOf = ({ cardGateway }: Pick<BillingDeps, 'cardGateway'>): { publishableKey?: string } =>
  cardGateway?.name === 'stripe' ? { publishableKey: cardGateway.publishableKey } : {};

/** Saves the card of a set-up that succeeded. It may be reported any number of times. */
export async function receiveCardEvent(deps: BillingDeps, { intentId, type }: GatewayEvent): Promise<void> {
  if (type !== 'intent.succeeded') return;
  const intent = await readOwnIntent(deps, intentId);
  if (intent === null) return;
  const { kind, status, card, metadata } = intent;
  const { purpose, customerId, email, adminOf } = metadata;
  if (kind !== 'setup' || status !== 'succeeded' || purpose !== PURPOSE) return;
  if (card === undefined || customerId === undefined) return;
  const renewals = await deps.db.asSystem(async (tx) => {
    const createdAt = deps.clock.now();
    // The admin of the customer's only domain, before there was another one.
    if (adminOf !== undefined && !(await isOnlyBundle(tx, { customerId, bundleId: adminOf }))) return [];
    // Orders are always locked before their cards.
    const orders = await lockOrdersOfCustomer(tx, customerId);
    const isNew = await insertSavedCard(tx, { customerId, gateway: deps.gateway.name, createdAt, ...card });
    if (!isNew) return [];
    await noteCard(tx, deps.clock, { customerId, actor: email ?? 'customer', action: 'card.added' });
    const prepared: PaymentRow[] = [];
    for (const one of orders) {
      // A final decline of the former card says nothing about this one.
      if (one.billing.isHardDecline) await writeLife(tx, one, { isHardDecline: false });
      const payment = await renewWithNewCard(tx, deps, one, createdAt);
      if (payment !== null) prepared.push(payment);
    }
    return prepared;
  });
  for (const payment of renewals) await chargeNow(deps, payment);
}

/** The card is saved whatever happens to the charge: if it can't be made now, the sweep of payments makes it. */
async function chargeNow(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  try {
    await advancePayment(deps, payment);
  } catch (error) {
    deps.log.warn({ err: error, paymentId: payment.paymentId }, 'a new card is charged later');
  }
}

/** Null if the gateway knows of no such intent: a webhook may be about something else of the same account. */
async function readOwnIntent({ gateway }: BillingDeps, intentId: string): Promise<Intent | null> {
  try {
    return await gateway.readIntent(intentId);
  } catch (error) {
    if (error instanceof PaymentGatewayError && error.code === 'intent_unknown') return null;
    throw error;
  }
}
