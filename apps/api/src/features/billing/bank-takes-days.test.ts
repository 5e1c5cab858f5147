import { calculateCharge, processPayment, readBillingOverview, startPayment } from '@postern/contract/billing';
import { completePurchase } from '@postern/contract/purchase';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import {
  aCustomerWithDomain,
  aPurchaseLink,
  aReadyPurchase,
  payByCard,
  type TestCustomer,
} from '../../testing/builders.ts';
import { readBookSums } from '../../testing/money.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from './due/run-due-work.ts';
import { sweepPayments } from './payment/sweep-payments.ts';
import { reconcile } from './reconcile.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
const DAY = 86_400_000;
/** Its bank takes its time, also for later charges. */
const SLOW_CARD = '4000000000005001';
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);

type Whom = Pick<TestCustomer, 'customerId' | 'bundleId' | 'email' | 'domain' | 'token'>;
const owner = (customer: Whom) =>
  aSessionAs(app, customer as TestCustomer, { role: 'domainAdmin', email: customer.email });
const cashOf = async (customer: Whom) =>
  (await readBookSums(app, customer)).find(({ account }) => account === 'cash')?.sum ?? 0;
const stateOf = async (customer: Whom) => {
  const token = await owner(customer);
  const { charges, orders } = await app.must(readBillingOverview, {}, { token });
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token });
  const [{ processing, dueNow, tries } = { processing: null, dueNow: null, tries: [] }] = orders;
  return { processing, dueNow, tries: tries.length, charges: charges.length, state: currentPlan.paymentState };
};
/** The gateway's ids of the renewals that its bank is working on. */
const openAtBank = async ({ bundleId }: Whom) =>
  (await app.gateway.readLedger()).flatMap((item) =>
    item.type === 'intent' && item.intent.status === 'processing' && item.intent.metadata['bundleId'] === bundleId
      ? [item.intent.intentId]
      : [],
  );
const renewTwice = () => Promise.all([app, second].map(({ deps }) => runDueWork(deps, inDays(0))));

/** A mailbox for a month, bought with a card whose bank took hours. */
async function buySlowly(): Promise<Whom> {
  const link = await aPurchaseLink(app);
  const { token, wish, trackingId, clientSecret } = await aReadyPurchase(app, link, { accounts: 1, cycle: 'monthly' });
  expect(await payByCard(app, clientSecret, SLOW_CARD)).toEqual({ status: 'processing' });
  const finish = () => app.call(completePurchase, { ...wish, trackingId }, { token });
  for (const answer of [await finish(), await finish()])
    expect(answer).toMatchObject({ status: 402, code: 'PAYMENT_FAILED', problem: { attrs: { reason: 'processing' } } });
  await app.gateway.settle(clientSecret?.split('_secret_')[0] ?? '', 'succeeded');
  const { session } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  const bundleId = session.bundles[0]?.bundleId ?? '';
  return { customerId: session.bllUserId, bundleId, email: link.email, domain: link.domain, token: session.token };
}

test('a purchase and a renewal whose bank takes hours or days say so meanwhile, charge once, and end as the bank decides [BIL-07] [PAY-03] [L-03]', async () => {
  const start = app.clock.now();
  const customer = await buySlowly();
  expect(await cashOf(customer)).toBe(290);
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token: customer.token });
  const end = new Date(currentPlan.expiresOn ?? '');
  app.clock.moveTo(end);
  await renewTwice();
  await renewTwice();
  const [renewal = ''] = await openAtBank(customer);
  const waiting = { processing: 2.9, dueNow: null, charges: 0 };
  expect(await stateOf(customer)).toMatchObject({ ...waiting, tries: 0 });
  app.clock.moveTo(inDays(2));
  await renewTwice();
  expect(await openAtBank(customer), 'one charge, however long it takes').toEqual([renewal]);
  expect(await cashOf(customer)).toBe(290);
  await app.gateway.settle(renewal, 'failed');
  await renewTwice();
  expect(await stateOf(customer), 'the next try is a retry').toMatchObject({ state: 'retrying' });
  app.clock.moveTo(inDays(1));
  await renewTwice();
  const [retry = ''] = await openAtBank(customer);
  expect(await stateOf(customer)).toMatchObject(waiting);
  await app.gateway.settle(retry, 'succeeded');
  await renewTwice();
  expect(await cashOf(customer)).toBe(580);
  const after = await stateOf(customer);
  expect(after).toMatchObject({ processing: null, charges: 1 });
  expect(after.state).not.toBe('retrying');
  const [order] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ days: number }>(
      tx,
      sql`select (expires_at::date - ${end.toISOString()}::date)::int as days from plan_order where customer_id = ${customer.customerId}`,
    ),
  );
  expect(order?.days, 'a month from the old end').toBeGreaterThanOrEqual(28);
  expect(await reconcile(app.deps, { from: inDays(-60), to: inDays(2) })).toEqual([]);
  app.clock.moveTo(start);
});

test('the billing page shows a payment by a typed-in card as processing until the bank decides, even after the buyer has left [BIL-07] [BIL-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1, cycle: 'monthly' });
  const token = await owner(customer);
  const buy = async () => {
    const orderItems = [{ action: 'buyMoreAccounts' as const, noOfAccounts: 1 }];
    const { quoteId, amountToBePaid } = await app.must(calculateCharge, { orderItems }, { token });
    const { stripeSecret, trackingId } = await app.must(startPayment, { quoteId }, { token });
    expect((await stateOf(customer)).processing, 'a form that is open is no payment').toBeNull();
    expect(await payByCard(app, stripeSecret, SLOW_CARD)).toEqual({ status: 'processing' });
    return { trackingId, amountToBePaid, intentId: stripeSecret?.split('_secret_')[0] ?? '' };
  };
  const refused = await buy();
  const asked = await app.call(processPayment, { trackingId: refused.trackingId }, { token });
  expect(asked).toMatchObject({ status: 402, problem: { attrs: { reason: 'processing' } } });
  expect(await stateOf(customer)).toMatchObject({ processing: refused.amountToBePaid, dueNow: null, charges: 1 });
  await app.gateway.settle(refused.intentId, 'failed');
  await app.call(processPayment, { trackingId: refused.trackingId }, { token });
  expect(await stateOf(customer)).toMatchObject({ processing: null, charges: 1 });
  // This buyer closes the page at once: only the sweep asks.
  const left = await buy();
  app.clock.moveTo(inDays(1 / 24 / 60));
  await sweepPayments(app.deps);
  expect((await stateOf(customer)).processing).toBe(left.amountToBePaid);
  await app.gateway.settle(left.intentId, 'succeeded');
  app.clock.moveTo(inDays(1 / 24 / 60));
  await Promise.all([app, second].map(({ deps }) => sweepPayments(deps)));
  expect(await stateOf(customer)).toMatchObject({ processing: null, charges: 1 });
  expect(await cashOf(customer)).toBe(290 + Math.round((left.amountToBePaid ?? 0) * 100));
});
