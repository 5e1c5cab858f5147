import { calculateCharge, readBillingOverview } from '@postern/contract/billing';
import { requestRenewalPayment } from '@postern/contract/partner-billing';
import { completePurchase, settlePurchase } from '@postern/contract/purchase';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, aPurchaseLink, aReadyPurchase, type WishOptions } from '../../../testing/builders.ts';
import { aChangeAtPartner, aCustomerAtPartner, aSettlement, payAtPartner } from '../../../testing/partner-page.ts';
import { aSessionAs } from '../../../testing/session-as.ts';
import type { TestPartner } from '../../../testing/start-test-app.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { addApiKey } from '../../partners/api-keys.ts';
import { setFlag } from '../../partners/change-partner.ts';
import { runDueWork } from '../due/run-due-work.ts';
import { reconcile } from '../reconcile.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
let partner: TestPartner;

beforeAll(async () => {
  partner = app.otherPartner;
  await payAtPartner(app.deps, partner);
});

type Customer = Pick<Awaited<ReturnType<typeof aCustomerAtPartner>>, 'email' | 'customerId' | 'bundleId' | 'domain'>;

const owner = (customer: Customer) =>
  aSessionAs(app, customer as never, {
    role: 'domainAdmin',
    email: customer.email,
    partnerId: partner.partnerId,
  });
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const dayOf = (days: number) => inDays(days).toISOString().slice(0, 10);
const jobsUntil = async (days: number, { customerId }: Customer) =>
  (await runDueWork(app.deps, inDays(days))).filter((one) => one.customerId === customerId).map(({ job }) => job);
const planOf = async (customer: Customer) =>
  (await app.must(readCurrentPlan, {}, { token: await owner(customer) })).currentPlan;
const overviewOf = async (customer: Customer) => app.must(readBillingOverview, {}, { token: await owner(customer) });
const receivable = async ({ customerId }: Customer) => {
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ minor: number }>(
      tx,
      sql`select coalesce(sum(amount_minor), 0)::int as minor from book_posting
        where customer_id = ${customerId} and account = 'partner-receivable'`,
    ),
  );
  return row?.minor;
};
const mailsTo = async ({ email }: Customer, part: string) =>
  (await app.readMails()).filter(({ to, subject }) => to === email && subject.includes(part));

async function aTrialAtPartner(options: WishOptions = {}): Promise<Customer> {
  const link = await aPurchaseLink(app, { partner, planType: 'trial' });
  const { token, wish, trackingId } = await aReadyPurchase(app, link, { planType: 'trial', ...options });
  const { session } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  const bundleId = session.bundles[0]?.bundleId ?? '';
  return { domain: link.domain, email: link.email, customerId: session.bllUserId, bundleId };
}

const RENEW = [{ orderType: 'MailSuite' as const, action: 'renew' as const }];
async function payRenewal(customer: Customer) {
  const { asked, quote } = await aChangeAtPartner(app, partner, { token: await owner(customer) }, RENEW);
  await app.must(settlePurchase, { jwt: await aSettlement(app, partner, asked) });
  return { asked, quote };
}

test('at the end of a trial, a customer of a partner with a payment page is asked to pay there, by mail and on the billing page, and paying starts the paid plan [PAY-05] [BIL-07]', async () => {
  const customer = await aTrialAtPartner({ accounts: 2 });
  const end = dayOf(90);
  expect(await jobsUntil(84, customer)).toEqual([]);
  app.clock.advance({ days: 84 });
  expect((await overviewOf(customer)).orders[0], 'six days before, nothing is due yet').toMatchObject({ dueNow: null });
  expect(await app.call(calculateCharge, { orderItems: RENEW }, { token: await owner(customer) })).toMatchObject({
    code: 'NOT_EXPIRED',
  });
  app.clock.advance({ days: 1 });
  expect(await jobsUntil(0, customer)).toEqual(['trial-ending']);
  await expect.poll(() => mailsTo(customer, 'The trial'), { timeout: 20_000 }).toHaveLength(1);
  const [mail] = await mailsTo(customer, 'The trial');
  expect(mail?.text).toContain('please pay €58.00 at');
  expect(mail?.text).not.toContain('We will charge');
  expect(await overviewOf(customer)).toMatchObject({
    charges: [{ on: end, amountToBePaid: 58 }],
    orders: [{ dueNow: 58 }],
  });
  expect(await jobsUntil(5, customer)).toEqual(['payment-due']);
  app.clock.advance({ days: 5 });
  expect(await planOf(customer)).toMatchObject({ paymentState: 'retrying' });
  await expect.poll(() => mailsTo(customer, 'Please pay for'), { timeout: 20_000 }).toHaveLength(1);
  expect(await auditOf(app, customer.customerId)).toContain('subscription.payment-due');
  expect(await receivable(customer)).toBe(0);
  await payRenewal(customer);
  expect(await planOf(customer)).toMatchObject({
    subscriptionStatus: 'paid',
    paymentState: 'ok',
    currentPeriod: { from: end },
  });
  expect(await receivable(customer)).toBe(5800);
  expect(await jobsUntil(30, customer), 'nothing more is asked for').toEqual([]);
  await expect.poll(() => mailsTo(customer, 'is paid until'), { timeout: 20_000 }).toHaveLength(1);
});

test('a renewal that is not paid at the partner is requested four times, then the service stops until it is paid [PAY-05] [BIL-07] [BIL-08]', async () => {
  const customer = await aCustomerAtPartner(app, partner, { accounts: 1, cycle: 'monthly' });
  const before = await planOf(customer);
  const days = Math.round((Date.parse(String(before.currentPeriod?.to)) - Date.parse(dayOf(0))) / DAY);
  expect(await jobsUntil(days, customer)).toEqual(['renewal-reminder', 'payment-due']);
  expect(await jobsUntil(days + 8, customer)).toEqual([
    ...['payment-due', 'payment-due', 'payment-due'],
    ...['payment-due', 'stop'],
  ]);
  expect((await auditOf(app, customer.customerId)).filter((one) => one === 'subscription.payment-due')).toHaveLength(4);
  await expect.poll(() => mailsTo(customer, 'Please pay for'), { timeout: 20_000 }).toHaveLength(4);
  app.clock.advance({ days: days + 8 });
  expect(await planOf(customer)).toMatchObject({ subscriptionStatus: 'suspended' });
  await payRenewal(customer);
  expect(await planOf(customer)).toMatchObject({ subscriptionStatus: 'paid', currentPeriod: { from: dayOf(0) } });
  const span = { from: inDays(-200), to: inDays(200) };
  expect(await reconcile(app.deps, span)).toEqual([]);
});

test('a renewal may be paid from the reminder on, keeps its day, and is paid once however it races with the clock [PAY-05] [BIL-07] [PAY-03]', async () => {
  const customer = await aCustomerAtPartner(app, partner, { accounts: 1, cycle: 'monthly' });
  const { currentPeriod } = await planOf(customer);
  const days = Math.round((Date.parse(String(currentPeriod?.to)) - Date.parse(dayOf(0))) / DAY);
  await jobsUntil(days - 4, customer);
  app.clock.advance({ days: days - 4 });
  const { asked } = await aChangeAtPartner(app, partner, { token: await owner(customer) }, RENEW);
  const jwt = await aSettlement(app, partner, asked);
  // While the customer is at the partner, the period ends, and what is due waits for them.
  const [answer] = await Promise.all([app.call(settlePurchase, { jwt }), runDueWork(app.deps, inDays(4))]);
  expect(answer.ok).toBe(true);
  expect(await receivable(customer)).toBe(580);
  expect(await planOf(customer)).toMatchObject({ currentPeriod: { from: currentPeriod?.to } });
});

test('the server of a partner can take a renewal payment with its API key, without the customer, once, and only for its own customers [PAY-05] [BIL-07] [API-02]', async () => {
  const customer = await aCustomerAtPartner(app, partner, { accounts: 1, cycle: 'monthly' });
  const { apiKey } = await addApiKey(app.deps, partner.partnerId);
  const wish = { domainName: customer.domain };
  const ask = (token = apiKey) => app.call(requestRenewalPayment, wish, { token });
  expect(await ask()).toMatchObject({ code: 'NOT_EXPIRED' });
  expect(await ask((await addApiKey(app.deps, app.partner.partnerId)).apiKey)).toMatchObject({ code: 'NOT_FOUND' });
  const { currentPeriod } = await planOf(customer);
  const days = Math.round((Date.parse(String(currentPeriod?.to)) - Date.parse(dayOf(0))) / DAY);
  await jobsUntil(days, customer);
  app.clock.advance({ days });
  const others = await aCustomerAtPartner(app, partner);
  await aChangeAtPartner(app, partner, others);
  const ofOthers = await app.call(requestRenewalPayment, { domainName: others.domain }, { token: apiKey });
  expect(ofOthers, 'what a customer has begun to buy is not charged for them').toMatchObject({
    code: 'PURCHASE_CLOSED',
  });
  const answers = await Promise.all([1, 2, 3].map(() => app.must(requestRenewalPayment, wish, { token: apiKey })));
  const [asked] = answers;
  expect(new Set(answers.map(({ trackingId }) => trackingId)).size, 'one payment, however often it is asked').toBe(1);
  expect(asked).toMatchObject({ amountToBePaid: 2.9, currency: 'EUR' });
  const claims = { trackingId: asked?.trackingId, quoteId: asked?.quoteId, amount: '2.90', currency: 'EUR' };
  const jwt = await aSettlement(app, partner, { ...claims, iss: 'http://panel.test' });
  await app.must(settlePurchase, { jwt });
  expect(await planOf(customer)).toMatchObject({ paymentState: 'ok', currentPeriod: { from: currentPeriod?.to } });
  expect(await receivable(customer)).toBe(580);
  expect(await ask(), 'the period that follows').toMatchObject({ code: 'NOT_EXPIRED' });
});

test('where the partner bills its customers, mails say so, and the renewal is on its bill [PAY-05] [BIL-07]', async () => {
  await setFlag(app.deps, partner.partnerId, 'forgoPayments', true);
  const customer = await aCustomerWithDomain(app, { partner, accounts: 1, cycle: 'monthly' });
  expect(await receivable(customer)).toBe(290);
  expect(await jobsUntil(32, customer)).toEqual(['renewal-reminder', 'renew']);
  expect(await receivable(customer)).toBe(580);
  await expect.poll(() => mailsTo(customer, 'renews on'), { timeout: 20_000 }).toHaveLength(1);
  const [mail] = await mailsTo(customer, 'renews on');
  expect(mail?.text).toContain('will bill you €2.90');
  expect(mail?.text).not.toContain('We will charge');
  await expect.poll(() => mailsTo(customer, 'is paid until'), { timeout: 20_000 }).toHaveLength(1);
  expect((await mailsTo(customer, 'is paid until'))[0]?.text).not.toContain('The invoice is attached');
  await setFlag(app.deps, partner.partnerId, 'forgoPayments', false);
});
