import type { Dispute } from '@postern/adapter-payment/port';
import { calculateCharge, type OrderItem, processPayment, startPayment } from '@postern/contract/billing';
import { listInvoices } from '@postern/contract/invoices';
import { readCurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { readBookSums } from '../../testing/money.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { reconcile } from '../billing/reconcile.ts';
import { followDispute } from './follow-dispute.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const differences = () => reconcile(app.deps, { from: inDays(-2), to: inDays(2) });

/** Ten accounts of Pro for a year: 290.00. */
async function whoPaid(): Promise<{ customer: TestCustomer; intentId: string }> {
  const customer = await aCustomerWithDomain(app, { accounts: 10, cycle: 'yearly' });
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ intent_id: string }>(tx, sql`select intent_id from purchase where customer_id = ${customer.customerId}`),
  );
  return { customer, intentId: row?.intent_id ?? '' };
}

type Item = Partial<OrderItem> & Pick<OrderItem, 'action'>;
const quoteOf = ({ token }: TestCustomer, item: Item) => app.must(calculateCharge, { orderItems: [item] }, { token });
const planOf = async ({ token }: TestCustomer) => (await app.must(readCurrentPlan, {}, { token })).currentPlan;
const TO_PREMIUM: Item = { action: 'upgradePlan', planId: 56 };
const TO_ONE_FOR_TWO_YEARS: Item = { action: 'upgradePlan', planId: 55, billingCycle: 'two_yearly', noOfAccounts: 1 };
const FOR_FOUR_YEARS: Item = { action: 'upgradePlan', planId: 56, billingCycle: 'four_yearly', noOfAccounts: 1 };

async function buy(customer: TestCustomer, item: Item): Promise<void> {
  const { token } = customer;
  const { trackingId, stripeSecret } = await app.must(
    startPayment,
    { quoteId: (await quoteOf(customer, item)).quoteId },
    { token },
  );
  if (stripeSecret !== null) await payByCard(app, stripeSecret);
  await app.must(processPayment, { trackingId }, { token });
}

const carriedBy = async (customer: TestCustomer) =>
  (await quoteOf(customer, FOR_FOUR_YEARS)).lines
    .filter(({ kind }) => kind === 'carry-forward')
    .reduce((sum, { amount }) => sum + amount, 0);

/** The same customer on the next day. */
async function aDayLater(customer: TestCustomer): Promise<TestCustomer> {
  const start = app.clock.now();
  app.clock.advance({ days: 1 });
  onTestFinished(() => app.clock.moveTo(start));
  return { ...customer, token: await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email }) };
}

async function lose(intentId: string): Promise<void> {
  const disputeId = await app.gateway.dispute(intentId);
  await followDispute(app.deps, disputeId);
  await app.gateway.closeDispute(disputeId, 'lost');
  await followDispute(app.deps, disputeId);
}

type Change = [string, (customer: TestCustomer) => Promise<unknown>, { credit: number; loss: number }];
const CHANGES: Change[] = [
  [
    'after the renewal was moved',
    ({ token }) => app.must(updateBillingConfig, { customExpiryDate: 28 }, { token }),
    { credit: 0, loss: 29_000 },
  ],
  ['after an upgrade that it was carried into', (customer) => buy(customer, TO_PREMIUM), { credit: 0, loss: 29_000 }],
  [
    'after most of it became credit',
    (customer) => buy(customer, TO_ONE_FOR_TWO_YEARS),
    { credit: 0, loss: 29_000 - 23_421 },
  ],
];

/** The order as a release wrote it that kept nothing of which payment its lines and its credit came from. */
const forget = ({ customerId }: TestCustomer) =>
  app.deps.db.asSystem((tx) =>
    tx.execute(sql`update order_billing set credit_funds = '[]',
      paid = (select coalesce(jsonb_agg(line - 'funds'), '[]') from jsonb_array_elements(paid) line)
      where customer_id = ${customerId}`),
  );

type KeptAs = (customer: TestCustomer) => Promise<unknown>;
const KEPT: [string, KeptAs][] = [
  ['', async () => {}],
  [', as a former release kept it', forget],
];

test.each(KEPT.flatMap(([how, keep]) => CHANGES.map(([when, ...rest]) => [`${when}${how}`, ...rest, keep] as const)))(
  'a lost payment leaves nothing that pays or is credited %s [PAY-02] [BIL-09] [C-02]',
  async (_when, change, expected, keep) => {
    const { customer: buyer, intentId } = await whoPaid();
    const customer = await aDayLater(buyer);
    await change(customer);
    await keep(customer);
    await lose(intentId);
    const { invoices } = await app.must(listInvoices, {}, { token: customer.token });
    const others = invoices.filter(({ kind }) => kind === 'invoice').slice(0, -1);
    expect(await carriedBy(customer), 'what another payment paid stays').toBe(
      others.reduce((sum, { paid }) => sum + paid, 0),
    );
    expect((await planOf(customer)).creditBalance).toBe(expected.credit);
    const sums = Object.fromEntries((await readBookSums(app, customer)).map(({ account, sum }) => [account, sum]));
    expect(sums).toMatchObject({ 'dispute-loss': expected.loss });
    expect(sums['credit'] ?? 0).toBe(0);
    expect(await differences()).toEqual([]);
  },
);

test('credit waits while a bank holds a payment of the order, also for a quote from before, and pays again once it is won [PAY-02] [C-11]', async () => {
  const { customer, intentId } = await whoPaid();
  await buy(customer, TO_ONE_FOR_TWO_YEARS);
  expect(await planOf(customer)).toMatchObject({ creditBalance: 235, amountToBePaidOnRenewal: 0 });
  const before = await quoteOf(customer, { action: 'buyMoreAccounts', noOfAccounts: 2 });
  expect(before).toMatchObject({ creditUsed: 110, amountToBePaid: 0 });
  const { trackingId } = await app.must(startPayment, { quoteId: before.quoteId }, { token: customer.token });
  const disputeId = await app.gateway.dispute(intentId);
  await followDispute(app.deps, disputeId);
  expect(await planOf(customer)).toMatchObject({ creditBalance: 235, amountToBePaidOnRenewal: 55 });
  expect(await app.refusal(processPayment, { trackingId }, { token: customer.token })).toBe('PURCHASE_CLOSED');
  expect((await planOf(customer)).creditBalance).toBe(235);
  await app.gateway.closeDispute(disputeId, 'won');
  await followDispute(app.deps, disputeId);
  expect(await planOf(customer)).toMatchObject({ creditBalance: 235, amountToBePaidOnRenewal: 0 });
  expect(await differences()).toEqual([]);
});

test('what a bank keeps in two parts is taken off once each [PAY-02] [C-02]', async () => {
  const { customer, intentId } = await whoPaid();
  const disputeId = await app.gateway.dispute(intentId);
  const opened = await app.deps.gateway.readDispute(disputeId);
  const [movement] = opened.movements;
  if (movement === undefined) throw new Error('The gateway moved nothing.');
  const parts = [1, 2].map((part) => ({
    ...movement,
    movementId: `${movement.movementId}/${part}`,
    amountMinor: -10_000,
  }));
  const hear = (movements: Dispute['movements']) =>
    followDispute(
      {
        ...app.deps,
        gateway: { ...app.deps.gateway, readDispute: async () => ({ ...opened, status: 'lost', movements }) },
      },
      disputeId,
    );
  await hear(parts.slice(0, 1));
  expect(await carriedBy(customer)).toBe(190);
  await hear(parts);
  await hear(parts);
  expect(await carriedBy(customer)).toBe(90);
});
