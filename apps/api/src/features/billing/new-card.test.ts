import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { deleteCard, readCard, startAddingCard } from '@postern/contract/billing-details';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { afterEach, expect, test } from 'vitest';
import { aCustomerWithDomain, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { readBookSums } from '../../testing/money.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from './due/run-due-work.ts';
import { receivePaymentEvent } from './payment/receive-payment-event.ts';
import { sweepPayments } from './payment/sweep-payments.ts';
import { reconcile } from './reconcile.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
/** A card that can be saved, but declines every later charge. */
const DYING_CARD = '4000000000000341';

let before: Date | null = null;
afterEach(() => {
  if (before !== null) app.clock.moveTo(before);
  before = null;
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const owner = (customer: TestCustomer) => aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
const planOf = async (customer: TestCustomer) =>
  (await app.must(readCurrentPlan, {}, { token: await owner(customer) })).currentPlan;
const cashOf = async (customer: TestCustomer) =>
  (await readBookSums(app, customer)).find(({ account }) => account === 'cash')?.sum ?? 0;

/** A customer whose card was declined when the trial ended. */
async function whoseRenewalFailed(): Promise<TestCustomer> {
  before = app.clock.now();
  const customer = await aCustomerWithDomain(app, { planType: 'trial', accounts: 2, card: DYING_CARD });
  app.clock.advance({ days: 90 });
  await runDueWork(app.deps, app.clock.now());
  app.clock.advance({ seconds: 1 });
  return customer;
}

/** Saves another card, as the browser does; returns the webhook that the gateway then sends. */
async function saveCard(customer: TestCustomer, number?: string) {
  const { stripeSecret } = await app.must(startAddingCard, {}, { token: await owner(customer) });
  await payByCard(app, stripeSecret, number);
  const intents = (await app.gateway.readLedger()).flatMap((item) => (item.type === 'intent' ? [item.intent] : []));
  const intentId =
    intents.findLast(({ metadata }) => metadata.purpose === 'add-card' && metadata.customerId === customer.customerId)
      ?.intentId ?? '';
  return { eventId: `e-${intentId}`, type: 'intent.succeeded' as const, intentId, createdEpochMillis: 0 };
}

test('a failed renewal is charged to a new card at once, only once however often its webhook comes, and keeps its renewal day [BIL-07] [PAY-04] [L-03]', async () => {
  const customer = await whoseRenewalFailed();
  const old = await planOf(customer);
  expect(old).toMatchObject({ paymentState: 'retrying' });
  const event = await saveCard(customer);
  await Promise.all(Array.from({ length: 4 }, () => receivePaymentEvent(app.deps, event)));
  await receivePaymentEvent(app.deps, event);
  const paid = await planOf(customer);
  expect(paid).toMatchObject({
    paymentState: 'ok',
    subscriptionStatus: 'paid',
    currentPeriod: { from: old.currentPeriod?.to },
  });
  expect(await cashOf(customer)).toBe(5800);
  await runDueWork(app.deps, inDays(10));
  expect(await cashOf(customer), 'no try of the calendar charges it again').toBe(5800);
  expect(await reconcile(app.deps, { from: inDays(-400), to: inDays(400) })).toEqual([]);
});

test('a new card that is declined uses up none of the scheduled tries, and the sweep finds a charge whose answer was lost [BIL-07] [L-03]', async () => {
  const customer = await whoseRenewalFailed();
  const { nextRetryAt } = await planOf(customer);
  await receivePaymentEvent(app.deps, await saveCard(customer, DYING_CARD));
  expect(await planOf(customer)).toMatchObject({ paymentState: 'retrying', nextRetryAt });
  app.clock.advance({ seconds: 1 });
  let isLost = true;
  const gateway = {
    ...app.deps.gateway,
    chargeOffSession: async (wish: Parameters<typeof app.deps.gateway.chargeOffSession>[0]) => {
      const intent = await app.deps.gateway.chargeOffSession(wish);
      if (isLost) throw new Error('The process was killed.');
      return intent;
    },
  };
  await receivePaymentEvent({ ...app.deps, gateway }, await saveCard(customer));
  expect(await cashOf(customer), 'nobody knows yet').toBe(0);
  isLost = false;
  app.clock.advance({ seconds: 60 });
  await Promise.all([sweepPayments(app.deps), sweepPayments(app.deps)]);
  expect(await cashOf(customer)).toBe(5800);
  expect(await planOf(customer)).toMatchObject({ paymentState: 'ok' });
});

test('a removed card stays removed when the gateway repeats its news, and the card before it pays [BIL-07] [PAY-04]', async () => {
  before = app.clock.now();
  const customer = await aCustomerWithDomain(app, { accounts: 2 });
  app.clock.advance({ seconds: 1 });
  const read = async () => (await app.must(readCard, {}, { token: await owner(customer) })).card;
  const first = await read();
  const event = await saveCard(customer);
  await receivePaymentEvent(app.deps, event);
  const { paymentMethodId } = await read();
  expect(paymentMethodId).not.toBe(first.paymentMethodId);
  await app.must(deleteCard, { paymentMethodId }, { token: await owner(customer) });
  await receivePaymentEvent(app.deps, event);
  expect(await read()).toEqual(first);
});

test('a card that the gateway no longer has isn’t the end of the tries if the customer has another one [L-03]', async () => {
  const customer = await whoseRenewalFailed();
  app.clock.advance({ seconds: 1 });
  const gateway = {
    ...app.deps.gateway,
    chargeOffSession: () =>
      Promise.reject(new PaymentGatewayError('refused', 'payment_method_unknown', 'no such card')),
  };
  await receivePaymentEvent({ ...app.deps, gateway }, await saveCard(customer));
  expect(await planOf(customer)).toMatchObject({ paymentState: 'retrying', nextRetryAt: expect.any(String) });
});
