import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { assignAddOn, readTrialConfig, updateAddOnConfig } from '@postern/contract/add-ons';
import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import type { InputOf } from '@postern/contract/operation';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
const GB = 1024;
/** A card that can be saved, but declines every later charge. */
const DYING_CARD = '4000000000000341';

type Item = InputOf<typeof calculateCharge>['orderItems'][number];
const storageFor = (...attachTo: string[]): Item => ({ action: 'buyAddon', addonId: 'storage_addon', attachTo });
const maxFor = (...attachTo: string[]): Item => ({ action: 'buyAddon', addonId: 'general_max', attachTo });

async function buy({ token }: TestCustomer, items: Item[], card?: string) {
  const { quoteId } = await app.must(calculateCharge, { orderItems: items }, { token });
  const started = await app.must(startPayment, { quoteId }, { token });
  if (started.stripeSecret !== null) await payByCard(app, started.stripeSecret, card);
  return (await app.must(processPayment, { trackingId: started.trackingId }, { token })).currentPlan;
}

const owner = (customer: TestCustomer) => aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
const addOnsOf = async (customer: TestCustomer) =>
  (await app.must(readCurrentPlan, {}, { token: await owner(customer) })).currentPlan.addons ?? [];
/** The quota that the mail servers read. */
const quotaMbOf = async (address: string) =>
  app.deps.db.asSystem(async (tx) => {
    const [row] = await rowsOf<{ mb: number }>(tx, sql`select quota_mb as mb from mailbox where address = ${address}`);
    return row?.mb;
  });
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const jobsOf = async (customer: TestCustomer, days: number) =>
  (await runDueWork(app.deps, inDays(days)))
    .filter((one) => one.customerId === customer.customerId)
    .map(({ job }) => job);

async function twoMailboxes() {
  const customer = await aCustomerWithDomain(app, { accounts: 3 });
  const { token } = customer;
  const ada = (await aMailbox(app, customer, 'ada')).email;
  const bo = (await aMailbox(app, customer, 'bo')).email;
  const planMb = (await quotaMbOf(ada)) ?? 0;
  return { customer, token, ada, bo, planMb };
}

test('storage bought for a mailbox is there at once, adds up, and is charged for the days left [ADD-01] [BIL-03]', async () => {
  const { customer, ada, bo, planMb } = await twoMailboxes();
  const quote = await app.must(calculateCharge, { orderItems: [storageFor(ada, ada, bo)] }, customer);
  expect(quote.lines).toEqual([expect.objectContaining({ kind: 'charge', quantity: 3, amount: 30 })]);
  expect(await quotaMbOf(ada), 'asking changes nothing').toBe(planMb);
  const { addons } = await buy(customer, [storageFor(ada, ada, bo)]);
  expect(addons).toMatchObject([
    {
      ...{ type: 'storage_addon', quantity: 3, status: 'active', attachedTo: ada, renewOnExpiry: true },
      attachments: [
        { email: ada, status: 'active' },
        { email: ada, status: 'active' },
        { email: bo, status: 'active' },
      ],
      amountToBePaidOnRenewal: 30,
    },
  ]);
  expect([await quotaMbOf(ada), await quotaMbOf(bo)]).toEqual([planMb + 20 * GB, planMb + 10 * GB]);
});

test('a domain has at most five Max, a mailbox one, and another customer’s mailbox can’t be named [ADD-01] [A-02]', async () => {
  const { customer, ada, bo } = await twoMailboxes();
  const other = await twoMailboxes();
  const refusalOf = (item: Item) => app.call(calculateCharge, { orderItems: [item] }, { token: customer.token });
  expect(await refusalOf({ ...maxFor(ada), quantity: 6 })).toMatchObject({ code: 'ADDON_LIMIT_REACHED' });
  const field = (code: string, at = 0) => ({
    code: 'VALIDATION_FAILED',
    problem: { attrs: { fields: [{ path: `orderItems.0.attachTo.${at}`, code }] } },
  });
  expect(await refusalOf(maxFor(ada, ada))).toMatchObject(field('already_there', 1));
  expect(await refusalOf(maxFor(other.ada))).toMatchObject(field('no_such_mailbox'));
  await buy(customer, [maxFor(ada, bo)]);
  expect(await refusalOf(maxFor(bo))).toMatchObject(field('already_there'));
  expect(await refusalOf({ action: 'buyAddon', addonId: 'max_addon', quantity: 4 })).toMatchObject({
    code: 'ADDON_LIMIT_REACHED',
    problem: { attrs: { placesLeft: 3 } },
  });
});

test('a piece is given and moved, to one mailbox even if two ask at once, but not taken from a mailbox whose mail needs it [ADD-01]', async () => {
  const { customer, token, ada, bo, planMb } = await twoMailboxes();
  const stranger = await twoMailboxes();
  const [bought] = (await buy(customer, [{ action: 'buyAddon', addonId: 'storage_addon' }])).addons ?? [];
  const addonId = bought?.id ?? '';
  expect(bought).toMatchObject({ attachedTo: null, attachments: [] });
  const both = await Promise.all([ada, bo].map((toEmail) => app.call(assignAddOn, { addonId, toEmail }, { token })));
  expect(both.map((answer) => (answer.ok ? 'given' : answer.code)).sort(), 'the last free piece').toEqual([
    'ADDON_ALL_IN_USE',
    'given',
  ]);
  const { attachments: [at] = [] } = (await addOnsOf(customer))[0] ?? {};
  const holder = at?.email ?? '';
  const rest = holder === ada ? bo : ada;
  expect([await quotaMbOf(holder), await quotaMbOf(rest)]).toEqual([planMb + 10 * GB, planMb]);
  const move = { addonId, fromEmail: holder, toEmail: rest };
  expect(await app.refusal(assignAddOn, move, { token: stranger.token })).toBe('NOT_FOUND');
  await app.must(assignAddOn, move, { token });
  expect([await quotaMbOf(holder), await quotaMbOf(rest)]).toEqual([planMb, planMb + 10 * GB]);
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`update mailbox_figures set used_bytes = ${(planMb + 1) * 1_048_576}
      where mailbox_id = (select mailbox_id from mailbox where address = ${rest})`),
  );
  expect(await app.refusal(assignAddOn, { addonId, fromEmail: rest }, { token })).toBe('STORED_MAIL_TOO_LARGE');
  expect(await quotaMbOf(rest)).toBe(planMb + 10 * GB);
});

test('a deleted mailbox takes its add-on with it, which is not charged again [ADD-01] [MBX-04]', async () => {
  const { customer, token, ada, bo } = await twoMailboxes();
  await buy(customer, [storageFor(ada, bo)]);
  await app.must(deleteMailbox, { email: bo }, { token });
  expect(await addOnsOf(customer)).toMatchObject([{ quantity: 1, attachedTo: ada, amountToBePaidOnRenewal: 10 }]);
  expect(await jobsOf(customer, 370)).toEqual(['renewal-reminder', 'renew']);
  const [line] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ minor: number }>(
      tx,
      sql`select amount_minor::int as minor from billing_payment where customer_id = ${customer.customerId} and kind = 'renewal'`,
    ),
  );
  expect(line?.minor).toBe(3 * 2900 + 1000);
});

test('an add-on set to end leaves its mailbox at the renewal, and can be kept until then [ADD-01] [C-11]', async () => {
  const { customer, token, ada, planMb } = await twoMailboxes();
  const [bought] = (await buy(customer, [storageFor(ada)])).addons ?? [];
  const told = (renewOnExpiry: boolean) =>
    app.must(updateAddOnConfig, { addonId: bought?.id ?? '', renewOnExpiry }, { token });
  expect((await told(false)).addon).toMatchObject({ renewOnExpiry: false, amountToBePaidOnRenewal: 0 });
  expect((await told(true)).addon).toMatchObject({ renewOnExpiry: true, amountToBePaidOnRenewal: 10 });
  await told(false);
  expect(await quotaMbOf(ada)).toBe(planMb + 10 * GB);
  await runDueWork(app.deps, inDays(370));
  expect([await addOnsOf(customer), await quotaMbOf(ada)]).toEqual([[], planMb]);
});

test('a domain’s first Max is free during its trial, then charged after an email; the second has no trial [ADD-01] [A-03]', async () => {
  const { customer, ada, bo, planMb } = await twoMailboxes();
  const trial = () => app.must(readTrialConfig, { product: 'general_max' }, customer);
  expect(await trial()).toEqual({ trialEnabled: true, trialDays: 30 });
  const { addons } = await buy(customer, [maxFor(ada)]);
  expect(addons).toMatchObject([{ type: 'max_addon', trialUntil: inDays(30).toISOString().slice(0, 10) }]);
  expect(await quotaMbOf(ada)).toBe(planMb + 50 * GB);
  expect(await trial()).toEqual({ trialEnabled: false, trialDays: 0 });
  const second = await app.must(calculateCharge, { orderItems: [maxFor(bo)] }, customer);
  expect(second.amountToBePaid).toBe(19);
  expect(await jobsOf(customer, 31)).toEqual(['remind-add-on-trial', 'end-add-on-trial']);
  const [after] = await addOnsOf(customer);
  expect(after).toMatchObject({ trialUntil: null, attachedTo: ada });
  const [paid] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ minor: number; state: string }>(
      tx,
      sql`select amount_minor::int as minor, state from billing_payment where customer_id = ${customer.customerId} and kind = 'add-on'`,
    ),
  );
  expect(paid).toEqual({ minor: Math.round((1900 * 335) / 365), state: 'paid' });
});

test('an add-on that nobody pays for ends with its trial, and the plan continues [ADD-01] [A-03]', async () => {
  const { customer, ada, planMb } = await twoMailboxes();
  // The card saved last is the one charged.
  app.clock.advance({ minutes: 1 });
  await buy(customer, [storageFor(ada)], DYING_CARD);
  await buy(customer, [maxFor(ada)]);
  expect(await jobsOf(customer, 31)).toEqual(['remind-add-on-trial', 'end-add-on-trial']);
  expect((await addOnsOf(customer)).map(({ type }) => type)).toEqual(['storage_addon']);
  expect(await quotaMbOf(ada)).toBe(planMb + 10 * GB);
  const plan = (await app.must(readCurrentPlan, {}, { token: await owner(customer) })).currentPlan;
  expect(plan).toMatchObject({ paymentState: 'ok', subscriptionStatus: 'paid' });
});

test('an order that waits for the charge of an add-on goes on after the charge failed, also if the add-on is gone by then, and renews [ADD-01] [A-03] [BIL-07]', async () => {
  const start = app.clock.now();
  const { customer, bo } = await twoMailboxes();
  await buy(customer, [maxFor(bo)]);
  app.clock.advance({ days: 31 });
  const away = () => Promise.reject(new PaymentGatewayError('unavailable', 'timeout', 'No answer.'));
  const without = { ...app.deps, gateway: { ...app.deps.gateway, chargeOffSession: away } };
  await runDueWork(without, app.clock.now());
  const dueAt = async () => {
    const [row] = await app.deps.db.asSystem((tx) =>
      rowsOf<{ due: string | null }>(
        tx,
        sql`select due_at::text as due from order_billing where customer_id = ${customer.customerId}`,
      ),
    );
    return row?.due;
  };
  expect(await dueAt(), 'nobody knows yet how the charge ends').toBeNull();
  await app.must(deleteMailbox, { email: bo }, { token: await owner(customer) });
  const declined = async (...[charge]: Parameters<typeof app.deps.gateway.chargeOffSession>) => ({
    ...{ intentId: 'pi_declined', kind: 'payment' as const, status: 'failed' as const, refundedMinor: 0, metadata: {} },
    ...{ amountMinor: charge.amountMinor, currency: charge.currency },
    failure: { code: 'card_declined', message: 'Declined.' },
  });
  await runDueWork({ ...app.deps, gateway: { ...app.deps.gateway, chargeOffSession: declined } }, app.clock.now());
  expect(await dueAt()).not.toBeNull();
  expect(await addOnsOf(customer)).toEqual([]);
  expect(await jobsOf(customer, 340)).toEqual(['renewal-reminder', 'renew']);
  app.clock.moveTo(start);
});
