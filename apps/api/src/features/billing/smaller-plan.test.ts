import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { createMailbox } from '@postern/contract/mailboxes';
import type { InputOf } from '@postern/contract/operation';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { mailUsage } from '../mail-directory/tables.ts';
import { runDueWork } from './due/run-due-work.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
/** Plans that only the tests sell: one for two mailboxes, below Pro, and one above it whose mailboxes share 20 GB. */
const [SMALL, SHARED] = [901, 902];

const query = <Row extends object>(text: ReturnType<typeof sql>) =>
  app.deps.db.asSystem((tx) => rowsOf<Row & Record<string, unknown>>(tx, text));

beforeAll(async () => {
  // Only this brand has lower plans.
  await app.deps.db.global.execute(
    sql`update partner set brand = 'neo' where partner_id = ${app.otherPartner.partnerId}`,
  );
  const plan = (planId: number, zIndex: number, features: object[], sharedMb: number | null) =>
    app.deps.db.global.execute(sql`insert into plan (plan_id, product, type, display_name, display_names, z_index, is_trial, is_free, needs_card, features, shared_quota_mb)
      values (${planId}, 'MailSuite', ${`test_${planId}`}, ${`Plan ${planId}`}, '{}', ${zIndex}, false, false, true, ${JSON.stringify(features)}::jsonb, ${sharedMb})`);
  await plan(SMALL, 1, [storage(1), { type: 'email_accounts', attrs: { limit: 2 } }], null);
  await plan(SHARED, 900, [storage(20, { shared: true })], 20_480);
  for (const [planId, price] of [
    [SMALL, 1_200],
    [SHARED, 6_000],
  ] as const)
    await app.deps.db.global.execute(sql`insert into plan_price (plan_id, currency, cycle, price_minor, first_cycle_price_minor)
      values (${planId}, 'EUR', 'yearly', ${price}, ${price})`);
});

const storage = (quota_in_gb: number, more: object = {}) => ({ type: 'storage', attrs: { quota_in_gb, ...more } });

type Items = InputOf<typeof calculateCharge>['orderItems'];
const owner = (customer: TestCustomer) =>
  aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email, partnerId: customer.login.partnerId });
const quoteFor = async (customer: TestCustomer, orderItems: Items) =>
  app.must(calculateCharge, { orderItems }, { token: await owner(customer) });
const planOf = async (customer: TestCustomer) =>
  (await app.must(readCurrentPlan, {}, { token: await owner(customer) })).currentPlan;

async function change(customer: TestCustomer, orderItems: Items) {
  const quote = await quoteFor(customer, orderItems);
  const token = await owner(customer);
  const started = await app.must(startPayment, { quoteId: quote.quoteId }, { token });
  if (started.stripeSecret !== null) await payByCard(app, started.stripeSecret);
  await app.must(processPayment, { trackingId: started.trackingId }, { token });
  return quote;
}

/** A customer of the brand that has lower plans. */
const aCustomer = (accounts: number) => aCustomerWithDomain(app, { partner: app.otherPartner, accounts });

const quotasOf = async ({ bundleId }: TestCustomer) =>
  (
    await query<{ mb: number }>(sql`select quota_mb as mb from mailbox where bundle_id = ${bundleId} order by address`)
  ).map(({ mb }) => mb);
/** The quota that Dovecot and Postfix read, in bytes. */
async function quotaForMailServers(address: string): Promise<number> {
  const client = new Client({ connectionString: app.databaseUrl ?? '' });
  await client.connect();
  try {
    await client.query('set session authorization mailro');
    const { rows } = await client.query('select quota_bytes from mail.mailbox where address = $1', [address]);
    return Number(rows[0].quota_bytes);
  } finally {
    await client.end();
  }
}

const mailsOf = async ({ email }: TestCustomer, says: string) =>
  (await app.readMails()).filter((mail) => mail.to === email && mail.subject.includes(says));

test('a plan that allows fewer mailboxes than there are is refused; with few enough it is chosen for no more than it allows [BIL-02] [C-09]', async () => {
  const customer = await aCustomer(4);
  for (const name of ['anna', 'bert', 'carl']) await aMailbox(app, customer, name);
  const wish: Items = [{ action: 'changeAtRenewal', planId: SMALL }];
  expect(await app.call(calculateCharge, { orderItems: wish }, { token: await owner(customer) })).toMatchObject({
    ...{ ok: false, code: 'FEWER_THAN_ACTIVE' },
    problem: { attrs: { activeAccounts: 3 } },
  });
  const fewer = await aCustomer(4);
  await change(fewer, wish);
  expect(await planOf(fewer)).toMatchObject({
    scheduledChange: { planId: SMALL, noOfAccounts: 2 },
    amountToBePaidOnRenewal: 24,
  });
});

test('mailboxes that came since keep a smaller plan from coming: the owner is told before and after, the present plan renews, and no mailbox goes [BIL-02] [BIL-07] [C-09]', async () => {
  const start = app.clock.now();
  const customer = await aCustomer(3);
  await aMailbox(app, customer, 'anna');
  await change(customer, [{ action: 'changeAtRenewal', planId: SMALL }]);
  for (const name of ['bert', 'carl']) await aMailbox(app, customer, name);
  const { expiresOn, scheduledChange, amountToBePaidOnRenewal } = await planOf(customer);
  expect(scheduledChange?.refusal).toEqual({ reason: 'TOO_MANY_MAILBOXES', activeAccounts: 3, limit: 2 });
  expect(amountToBePaidOnRenewal).toBe(3 * 29);
  app.clock.moveTo(new Date(Date.parse(expiresOn ?? '') + 60_000));
  await Promise.all([runDueWork(app.deps, app.clock.now()), runDueWork(second.deps, app.clock.now())]);
  await runDueWork(app.deps, app.clock.now());
  const after = await planOf(customer);
  expect(after).toMatchObject({ scheduledChange: null, subscriptionStatus: 'paid' });
  expect(after.mailSuiteDetails).toMatchObject({ planId: 55, noOfAccounts: { limit: 3, active: 3 } });
  await expect.poll(async () => (await mailsOf(customer, 'keeps its plan')).length, { timeout: 20_000 }).toBe(1);
  const [blocked] = await mailsOf(customer, 'can’t change to Plan 901 yet');
  expect(blocked?.text).toContain('Mailboxes in use: 3. Plan 901 allows 2.');
  app.clock.moveTo(start);
});

test('mail that came since keeps it from coming, too; once both fit, it comes [BIL-02] [C-09]', async () => {
  const start = app.clock.now();
  const customer = await aCustomer(2);
  const anna = await aMailbox(app, customer, 'anna');
  await change(customer, [{ action: 'changeAtRenewal', planId: SMALL }]);
  const fill = (gb: number) =>
    app.deps.db.asSystem((tx) =>
      tx
        .insert(mailUsage)
        .values({ address: anna.email, bytes: gb * 1_073_741_824, messages: 1 })
        .onConflictDoUpdate({ target: mailUsage.address, set: { bytes: gb * 1_073_741_824 } }),
    );
  await fill(3);
  expect((await planOf(customer)).scheduledChange?.refusal).toEqual({ reason: 'STORED_MAIL_TOO_LARGE' });
  await fill(0.5);
  const { expiresOn, scheduledChange } = await planOf(customer);
  expect(scheduledChange?.refusal).toBeUndefined();
  app.clock.moveTo(new Date(Date.parse(expiresOn ?? '') + 60_000));
  await runDueWork(app.deps, app.clock.now());
  expect((await planOf(customer)).mailSuiteDetails).toMatchObject({ planId: SMALL, noOfAccounts: { limit: 2 } });
  expect(await quotasOf(customer)).toEqual([1_024]);
  await aMailbox(app, { ...customer, token: await owner(customer) }, 'bert');
  expect(
    await app.refusal(
      createMailbox,
      { email: `carl@${customer.domain}`, password: PASSWORD },
      { token: await owner(customer) },
    ),
  ).toBe('MAILBOX_LIMIT_REACHED');
  app.clock.moveTo(start);
});

test('storage add-ons that are paid stay when mailboxes share their storage: each adds to all of it, is credited nothing and renews; on the way back it is its mailbox’s again [ADD-01] [BIL-02] [C-06]', async () => {
  const start = app.clock.now();
  const customer = await aCustomer(2);
  const [anna, bert] = [await aMailbox(app, customer, 'anna'), await aMailbox(app, customer, 'bert')];
  await change(customer, [{ action: 'buyAddon', addonId: 'storage_addon', quantity: 2, attachTo: [anna.email] }]);
  const before = await planOf(customer);
  const each = Number(before.addons?.[0]?.amountToBePaidOnRenewal) / 2;
  expect(await quotasOf(customer)).toEqual([20_480, 10_240]);
  const quote = await change(customer, [{ action: 'upgradePlan', planId: SHARED }]);
  expect(quote.orderTransitionDetails[0]?.carryForwardAmount).toMatchObject({ fromAddons: 0 });
  const shared = await planOf(customer);
  expect(shared.addons?.[0]).toMatchObject({ quantity: 2, attachments: [{ email: anna.email }] });
  expect(shared.amountToBePaidOnRenewal).toBe(2 * 60 + 2 * each);
  expect(await quotasOf(customer)).toEqual([30_720, 30_720]);
  for (const { email } of [anna, bert]) expect(await quotaForMailServers(email)).toBe(30 * 1_073_741_824);
  await change(customer, [{ action: 'changeAtRenewal', planId: 55, billingCycle: 'yearly' }]);
  app.clock.moveTo(new Date(Date.parse(shared.expiresOn ?? '') + 60_000));
  await runDueWork(app.deps, app.clock.now());
  const back = await planOf(customer);
  expect(back.mailSuiteDetails?.planId).toBe(55);
  expect(back.addons?.[0]).toMatchObject({ quantity: 2, attachments: [{ email: anna.email }] });
  expect(await quotasOf(customer)).toEqual([20_480, 10_240]);
  app.clock.moveTo(start);
});
