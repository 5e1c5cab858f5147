import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import type { InputOf } from '@postern/contract/operation';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { readBookSums, readGatewaySum } from '../../testing/money.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });

type Items = InputOf<typeof calculateCharge>['orderItems'];
const quoteFor = ({ token }: TestCustomer, orderItems: Items) => app.must(calculateCharge, { orderItems }, { token });
const planOf = async ({ token }: TestCustomer) => (await app.must(readCurrentPlan, {}, { token })).currentPlan;

test('a customer who gives up places pays nothing and keeps them if mailboxes take them before the payment is through [BIL-03] [BIL-09]', async () => {
  const customer = await aCustomerWithDomain(app, { planType: 'trial', accounts: 3 });
  await aMailbox(app, customer, 'anna');
  const { token } = customer;
  const charged = await readGatewaySum(app);
  const { quoteId } = await quoteFor(customer, [{ action: 'upgradePlan', planId: 55, noOfAccounts: 1 }]);
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId }, { token });
  await aMailbox(app, customer, 'bert');
  await payByCard(app, stripeSecret);
  expect(await app.call(processPayment, { trackingId }, { token })).toMatchObject({
    code: 'PURCHASE_CLOSED',
    problem: { attrs: { refunded: true } },
  });
  expect((await planOf(customer)).mailSuiteDetails).toMatchObject({ noOfAccounts: { purchased: 3, active: 2 } });
  expect(await readGatewaySum(app)).toBe(charged);
  expect((await readBookSums(app, customer)).filter(({ sum }) => sum !== 0)).toEqual([]);
});

test('a customer on a plan that is no longer sold can still buy mailboxes and give some up, at the price of the order [BIL-03] [BIL-02]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 2 });
  const other = await aCustomerWithDomain(app, { planType: 'trial', accounts: 1 });
  const system = (work: ReturnType<typeof sql>) => app.deps.db.asSystem((tx) => tx.execute(work));
  onTestFinished(async () => {
    await system(sql`update plan set retired_at = null where plan_id = 55`);
    await system(sql`update plan_price set price_minor = price_minor - 1000 where plan_id = 55`);
  });
  await system(sql`update plan set retired_at = now() where plan_id = 55`);
  await system(sql`update plan_price set price_minor = price_minor + 1000 where plan_id = 55`);
  const { quoteId, amountToBePaid } = await quoteFor(customer, [{ action: 'buyMoreAccounts', noOfAccounts: 1 }]);
  expect(amountToBePaid).toBe(29);
  const { token } = customer;
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId }, { token });
  await payByCard(app, stripeSecret);
  const { currentPlan } = await app.must(processPayment, { trackingId }, { token });
  expect(currentPlan.mailSuiteDetails).toMatchObject({ planId: 55, noOfAccounts: { purchased: 3 } });
  const fewer = await quoteFor(customer, [{ action: 'changeAtRenewal', noOfAccounts: 1 }]);
  const { trackingId: later } = await app.must(startPayment, { quoteId: fewer.quoteId }, { token });
  const { currentPlan: after } = await app.must(processPayment, { trackingId: later }, { token });
  expect(after).toMatchObject({ scheduledChange: { noOfAccounts: 1 }, amountToBePaidOnRenewal: 29 });
  const toRetired = { orderItems: [{ action: 'upgradePlan' as const, planId: 55 }] };
  expect(await app.refusal(calculateCharge, toRetired, { token: other.token })).toBe('VALIDATION_FAILED');
});

test('one payment renews an order once: a second renewal in the same change is refused [BIL-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { expiresOn } = await planOf(customer);
  const now = app.clock.now();
  onTestFinished(() => app.clock.moveTo(now));
  // On the last day the order may be renewed.
  app.clock.moveTo(new Date(Date.parse(expiresOn ?? '') - 12 * 3_600_000));
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
  const renew = { action: 'renew' as const };
  expect(await app.must(calculateCharge, { orderItems: [renew] }, { token })).toMatchObject({ amountToBePaid: 29 });
  expect(await app.call(calculateCharge, { orderItems: [renew, renew] }, { token })).toMatchObject({
    code: 'VALIDATION_FAILED',
    problem: { attrs: { fields: [{ path: 'orderItems.1', code: 'one_renewal' }] } },
  });
});
