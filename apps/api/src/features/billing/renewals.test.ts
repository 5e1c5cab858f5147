import { PaymentGatewayError } from '@postern/adapter-payment/port';
import {
  calculateCharge,
  cancelSubscription,
  processPayment,
  readBillingOverview,
  startPayment,
} from '@postern/contract/billing';
import { readCard } from '@postern/contract/billing-details';
import { signIn } from '@postern/contract/sign-in';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import {
  aCustomerWithDomain,
  aMailbox,
  aTrialWith,
  PASSWORD,
  payByCard,
  type TestCustomer,
} from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { renewBySweep } from './due/renew-by-sweep.ts';
import { runDueWork } from './due/run-due-work.ts';
import { reconcile } from './reconcile.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
/** It can be saved, and every later charge is declined. */
const DYING_CARD = '4000000000000341';
/** Its bank asks for the owner at every payment. */
const CAUTIOUS_CARD = '4000002760003184';

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const owner = (customer: TestCustomer) => aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
const planOf = async (customer: TestCustomer) =>
  (await app.must(readCurrentPlan, {}, { token: await owner(customer) })).currentPlan;
const overviewOf = async (customer: TestCustomer) =>
  app.must(readBillingOverview, {}, { token: await owner(customer) });
const jobsOf = (ran: Awaited<ReturnType<typeof runDueWork>>, { customerId }: TestCustomer) =>
  ran.filter((one) => one.customerId === customerId).map(({ job }) => job);

type Entry = { at: string; account: string; month: string | null; minor: number };
/** A customer's books, without what names the customer. */
const booksOf = ({ customerId }: TestCustomer) =>
  app.deps.db.asSystem((tx) =>
    rowsOf<Entry>(
      tx,
      sql`select at::text, account, month::text, amount_minor::int as minor from book_posting
        where customer_id = ${customerId} order by at, account, month, amount_minor`,
    ),
  );
const cashOf = async (customer: TestCustomer) =>
  (await booksOf(customer)).reduce((sum, { account, minor }) => (account === 'cash' ? sum + minor : sum), 0);

/** Pays, and confirms the payment if the bank asks. */
async function payAndConfirm(clientSecret: string | null, card: string): Promise<void> {
  const { challengeUrl } = await payByCard(app, clientSecret, card);
  if (challengeUrl === undefined) return;
  const { pathname, search, hostname } = new URL(challengeUrl);
  const body = new URLSearchParams({ decision: 'approve' });
  const headers = { 'x-forwarded-host': hostname };
  const answer = await fetch(`${app.baseUrl}${pathname}${search}`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  });
  expect(answer.status).toBeLessThan(400);
}

const confirmed = {
  accounts: 2,
  pay: (_: unknown, secret: string | null, card: string) => payAndConfirm(secret, card),
};

// First, while the file has no other customers: six runs at once would race for the renewals of theirs too.
test('however many processes run at once, and whatever the gateway answers late, a renewal is charged once [PAY-03] [BIL-07]', async () => {
  const crowd = await aCustomerWithDomain(app, { accounts: 1 });
  const clock = { ...app.deps.clock, now: () => inDays(370) };
  expect(await renewBySweep({ ...app.deps, clock, doesRenew: false }), 'switched off').toEqual([]);
  expect(await renewBySweep({ ...app.deps, clock, doesRenew: true }, AbortSignal.abort()), 'the process ends').toEqual(
    [],
  );
  expect(await cashOf(crowd)).toBe(2900);
  await Promise.all(Array.from({ length: 6 }, () => runDueWork(app.deps, inDays(370))));
  expect(await cashOf(crowd)).toBe(2 * 2900);
  const lost = await aCustomerWithDomain(app, { accounts: 1 });
  let isLost = true;
  const gateway = {
    ...app.deps.gateway,
    chargeOffSession: async (charge: Parameters<typeof app.deps.gateway.chargeOffSession>[0]) => {
      const intent = await app.deps.gateway.chargeOffSession(charge);
      if (!isLost) return intent;
      isLost = false;
      throw new PaymentGatewayError('unavailable', 'lost', 'The answer was lost.');
    },
  };
  await runDueWork({ ...app.deps, gateway }, inDays(370));
  expect(await cashOf(lost), 'nobody knows yet').toBe(2900);
  await runDueWork({ ...app.deps, gateway }, inDays(370));
  expect(await cashOf(lost)).toBe(2 * 2900);
  expect(await reconcile(app.deps, { from: inDays(-1), to: inDays(800) })).toEqual([]);
});

test('a gateway that wants fewer calls gets fewer, the others are charged meanwhile, and all of them once [PAY-03] [BIL-07]', async () => {
  const refused = await aCustomerWithDomain(app, { accounts: 1 });
  const others = [await aCustomerWithDomain(app, { accounts: 1 }), await aCustomerWithDomain(app, { accounts: 1 })];
  const calls: boolean[] = [];
  const gateway = {
    ...app.deps.gateway,
    chargeOffSession: async (charge: Parameters<typeof app.deps.gateway.chargeOffSession>[0]) => {
      if (charge.customerReference !== refused.customerId) return app.deps.gateway.chargeOffSession(charge);
      calls.push(charge.isNewKey === true);
      if (calls.length === 1) throw new PaymentGatewayError('unavailable', 'rate_limit', 'Too many calls.');
      return app.deps.gateway.chargeOffSession(charge);
    },
  };
  await runDueWork({ ...app.deps, gateway }, inDays(370), { atOnce: 2, paysOpen: false });
  expect(await cashOf(refused)).toBe(2900);
  for (const other of others) expect(await cashOf(other)).toBe(2 * 2900);
  await runDueWork({ ...app.deps, gateway }, inDays(370));
  expect(await cashOf(refused)).toBe(2 * 2900);
  expect(calls, 'only the first call knows that nobody has used its key').toEqual([true, false]);
});

test('three months in one jump and day by day charge the same, remind before, and leave the same books [BIL-07] [BIL-09]', async () => {
  const options = { accounts: 2, cycle: 'monthly' } as const;
  const start = app.clock.now();
  const slow = await aCustomerWithDomain(app, options);
  const jobs: string[] = [];
  for (let day = 1; day <= 95; day += 1) jobs.push(...jobsOf(await runDueWork(app.deps, inDays(day)), slow));
  const fast = await aCustomerWithDomain(app, options);
  expect(app.clock.now()).toEqual(start);
  const ran = await runDueWork(app.deps, inDays(95));
  expect(jobsOf(ran, fast)).toEqual(jobs);
  expect(jobs.slice(0, 4)).toEqual(['renewal-reminder', 'renew', 'renewal-reminder', 'renew']);
  expect(await booksOf(fast)).toEqual(await booksOf(slow));
  expect(await cashOf(fast)).toBe(4 * 580);
  expect(await planOf(fast)).toMatchObject({ billingAnchorDay: start.getUTCDate(), paymentState: 'ok' });
  const mailed = async (part: string) =>
    (await app.readMails()).filter(({ to, subject }) => to === fast.email && subject.includes(part)).length;
  await expect.poll(() => mailed('renews on'), { timeout: 20_000 }).toBe(3);
  // The purchase and three renewals.
  await expect.poll(() => mailed('We received €5.80'), { timeout: 20_000 }).toBe(4);
});

test('a trial becomes the paid plan at its end; a card that fails is tried four times more, then the service stops until it is paid for; the overview says so at each step [BIL-01] [BIL-07] [BIL-08] [PLN-02]', async () => {
  const start = app.clock.now();
  const good = await aTrialWith(app, '4242424242424242', confirmed);
  const bad = await aTrialWith(app, DYING_CARD, confirmed);
  const { email } = await aMailbox(app, bad, 'anna');
  const dayOf = (days: number) => new Date(start.getTime() + days * DAY).toISOString().slice(0, 10);
  expect(await overviewOf(bad)).toMatchObject({
    charges: [
      { on: dayOf(90), lines: [{ kind: 'charge', quantity: 2, unitPrice: 29, amount: 58 }], amountToBePaid: 58 },
    ],
    orders: [{ renews: true, endsOn: dayOf(90), stopsOn: null, dueNow: null, tries: [] }],
  });
  const before = await runDueWork(app.deps, inDays(90));
  expect(jobsOf(before, good)).toEqual(['trial-ending', 'renew']);
  expect(await cashOf(good)).toBe(5800);
  expect(await planOf(good)).toMatchObject({
    subscriptionStatus: 'paid',
    amountToBePaidOnRenewal: 58,
    trialUntil: null,
  });
  app.clock.advance({ days: 92 });
  expect(await planOf(bad)).toMatchObject({ paymentState: 'retrying', subscriptionStatus: 'pending renewal' });
  expect(await overviewOf(bad)).toMatchObject({
    charges: [{ on: dayOf(91), amountToBePaid: 58 }],
    orders: [{ stopsOn: dayOf(97), deletedOn: dayOf(127), dueNow: 58, declineCode: 'generic_decline' }],
  });
  const tries = await runDueWork(app.deps, inDays(6));
  expect(jobsOf([...before, ...tries], bad)).toEqual([
    'trial-ending',
    'renew',
    'retry',
    'retry',
    'retry',
    'retry',
    'stop',
  ]);
  app.clock.advance({ days: 6 });
  expect(await planOf(bad)).toMatchObject({
    subscriptionStatus: 'suspended',
    mailSuiteDetails: { isProductSuspended: true },
  });
  const { charges, orders } = await overviewOf(bad);
  expect([charges, orders[0]?.dueNow, orders[0]?.tries.map(({ state }) => state)]).toEqual([
    [],
    58,
    Array.from({ length: 5 }, () => 'failed'),
  ]);
  expect(await app.refusal(signIn, { email, password: PASSWORD })).not.toBe(null);
  const token = await owner(bad);
  // Nothing that costs nothing brings the service back.
  const free = { orderItems: [{ action: 'keepAsIs' as const }] };
  expect(await app.refusal(calculateCharge, free, { token })).toBe('PLAN_EXPIRED');
  const { quoteId } = await app.must(calculateCharge, { orderItems: [{ action: 'renew' }] }, { token });
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId }, { token });
  await payByCard(app, stripeSecret);
  const { currentPlan } = await app.must(processPayment, { trackingId }, { token });
  expect(currentPlan).toMatchObject({
    subscriptionStatus: 'paid',
    paymentState: 'ok',
    currentPeriod: { from: app.clock.now().toISOString().slice(0, 10) },
  });
  expect(await overviewOf(bad)).toMatchObject({
    charges: [{ amountToBePaid: 58 }],
    orders: [{ dueNow: null, tries: [] }],
  });
  await app.must(signIn, { email, password: PASSWORD });
  const { history } = await app.must(readCard, {}, { token });
  expect(history.map(({ action }) => action)).toEqual(['Manual']);
  expect(await auditOf(app, bad.customerId)).toContain('subscription.renewed');
  app.clock.moveTo(start);
});

test('if a bank asks the card’s owner to confirm a renewal, a mail and the plan say so, and the confirmed payment renews the order once [PAY-02] [BIL-07]', async () => {
  const start = app.clock.now();
  const cautious = await aTrialWith(app, CAUTIOUS_CARD, confirmed);
  const ran = await runDueWork(app.deps, inDays(90));
  expect(jobsOf(ran, cautious)).toEqual(['trial-ending', 'renew']);
  app.clock.advance({ days: 91 });
  await runDueWork(app.deps, app.clock.now());
  expect(await planOf(cautious)).toMatchObject({ paymentState: 'retrying', needsConfirmation: true });
  expect(await cashOf(cautious)).toBe(0);
  const asked = async () =>
    (await app.readMails()).filter(({ to, subject }) => to === cautious.email && subject.startsWith('Your bank asks'));
  await expect.poll(async () => (await asked()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect((await asked())[0]?.text).toContain(`${app.deps.publicUrl}/billing-and-subscription`);
  const token = await owner(cautious);
  const { quoteId } = await app.must(calculateCharge, { orderItems: [{ action: 'renew' }] }, { token });
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId }, { token });
  await payAndConfirm(stripeSecret, CAUTIOUS_CARD);
  await Promise.all([
    app.must(processPayment, { trackingId }, { token }),
    runDueWork(app.deps, inDays(4)),
    runDueWork(app.deps, inDays(4)),
  ]);
  expect(await planOf(cautious)).toMatchObject({
    subscriptionStatus: 'paid',
    paymentState: 'ok',
    needsConfirmation: false,
  });
  expect(await cashOf(cautious)).toBe(5800);
  app.clock.moveTo(start);
});

test('a cancelled order stops at its end, is warned of twice, and its mailboxes are deleted 30 days later [BIL-06] [BIL-08]', async () => {
  const start = app.clock.now();
  const customer = await aCustomerWithDomain(app, { accounts: 1, cycle: 'monthly' });
  await aMailbox(app, customer, 'anna');
  const { orderId } = customer.order;
  await app.must(cancelSubscription, { orderId, reason: 'We close' }, { token: customer.token });
  const ran = await runDueWork(app.deps, inDays(70));
  expect(jobsOf(ran, customer)).toEqual(['stop', 'warn-deletion', 'warn-deletion', 'delete']);
  expect(await cashOf(customer)).toBe(290);
  const rows = await app.deps.db.asSystem((tx) =>
    rowsOf<{ state: string }>(tx, sql`select state from mailbox where customer_id = ${customer.customerId}`),
  );
  expect(rows.filter(({ state }) => state === 'ready')).toEqual([]);
  app.clock.moveTo(start);
});

test('the database refuses a journal that does not balance, and any change of the books; reconciling finds what the gateway never took [BIL-09]', async () => {
  const { customerId } = await aCustomerWithDomain(app);
  const post = (key: string, amounts: number[]) =>
    app.deps.db.asSystem(async (tx) => {
      for (const [line, minor] of amounts.entries())
        await tx.execute(sql`insert into book_posting (posting_id, journal_key, line, kind, at, customer_id, account, amount_minor, currency)
          values (gen_random_uuid(), ${key}, ${line}, 'charge', ${app.clock.now().toISOString()}, ${customerId}, ${line === 0 ? 'cash' : 'advance'}, ${minor}, 'EUR')`);
    });
  await expect(post('payment/lonely', [100])).rejects.toThrow('does not balance');
  await expect(post('payment/uneven', [100, -99])).rejects.toThrow('does not balance');
  for (const change of [sql`update book_posting set amount_minor = 0`, sql`delete from book_posting`])
    await expect(app.deps.db.asSystem((tx) => tx.execute(change))).rejects.toThrow('Failed query');
  await post('payment/invented', [100, -100]);
  expect(await reconcile(app.deps, { from: inDays(-1), to: inDays(1) })).toEqual([
    { what: 'payments', reference: 'payment/invented', currency: 'EUR', books: 100, other: 0 },
  ]);
});
