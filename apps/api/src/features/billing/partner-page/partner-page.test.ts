import { calculateCharge, processPayment, readPaymentType, startPayment } from '@postern/contract/billing';
import { settlePurchase } from '@postern/contract/purchase';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { jwtVerify } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { aCustomerWithDomain } from '../../../testing/builders.ts';
import {
  aCustomerAtPartner,
  aChangeAtPartner,
  aPurchaseAtPartner,
  aSettlement,
  payAtPartner,
} from '../../../testing/partner-page.ts';
import type { TestPartner } from '../../../testing/start-test-app.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { setFlag } from '../../partners/change-partner.ts';
import { updatePartner } from '../../partners/public.ts';
import { sweepPayments } from '../payment/sweep-payments.ts';
import { reconcile } from '../reconcile.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
let partner: TestPartner;

beforeAll(async () => {
  partner = app.otherPartner;
  await payAtPartner(app.deps, partner);
});

type Customer = Awaited<ReturnType<typeof aCustomerAtPartner>>;

const settle = async (asked: Parameters<typeof aSettlement>[2], claims = {}) =>
  app.call(settlePurchase, { jwt: await aSettlement(app, partner, asked, claims) });
const planOf = async ({ token }: Customer) => (await app.must(readCurrentPlan, {}, { token })).currentPlan;
const mailboxesOf = async (customer: Customer) => (await planOf(customer)).mailSuiteDetails?.noOfAccounts.limit;

/** A customer's books by kind and account, in minor units. */
const booksOf = ({ customerId }: Customer) =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ kind: string; account: string; minor: number }>(
      tx,
      sql`select kind, account, sum(amount_minor)::int as minor from book_posting where customer_id = ${customerId}
        group by kind, account having sum(amount_minor) <> 0 order by kind, account`,
    ),
  );
const DAY = 86_400_000;
const differences = () =>
  reconcile(app.deps, {
    from: new Date(app.clock.now().getTime() - 10 * DAY),
    to: new Date(app.clock.now().getTime() + 10 * DAY),
  });

test('a change goes to the page of the partner with the quote, its amount and the return address, and only its settlement makes it [PAY-05] [PAY-06]', async () => {
  const customer = await aCustomerAtPartner(app, partner);
  const { quote, answer, asked, trackingId } = await aChangeAtPartner(app, partner, customer);
  expect(quote).toMatchObject({ amountToBePaid: 58, payment: { taker: 'partner-page', card: null } });
  expect(answer).toMatchObject({ gateway: 'partner', stripeSecret: null, chargeableAmount: 58 });
  expect(answer.makePaymentUrl).toBe('http://panel.test/evaluation/partner-shop');
  expect(asked).toMatchObject({
    ...{ trackingId, quoteId: quote.quoteId, action: 'buyMoreAccounts', domainName: customer.domain },
    ...{ amount: '58.00', currency: 'EUR', noOfAccounts: 5, planType: 'pro' },
    redirectUrl: `http://panel.test/postPayment?partnerId=${partner.partnerId}`,
  });
  const { token } = customer;
  expect(await app.call(processPayment, { trackingId }, { token }), 'without the settlement').toMatchObject({
    code: 'PAYMENT_FAILED',
    problem: { attrs: { reason: 'requires_action' } },
  });
  expect(await mailboxesOf(customer)).toBe(3);
  expect((await settle(asked)).text).toBe('{"status":"settled"}');
  const { currentPlan } = await app.must(processPayment, { trackingId }, { token });
  expect(currentPlan.mailSuiteDetails?.noOfAccounts.limit).toBe(5);
  expect(await booksOf(customer)).toEqual([
    { kind: 'sale', account: 'advance', minor: 8700 },
    { kind: 'sale', account: 'revenue', minor: -8700 },
    { kind: 'settlement', account: 'advance', minor: -8700 },
    { kind: 'settlement', account: 'partner-receivable', minor: 14_500 },
    { kind: 'settlement', account: 'revenue', minor: -5800 },
  ]);
  expect(await differences()).toEqual([]);
});

test('a settlement sent twenty times at once to two instances, together with another one, changes the order once [PAY-03] [PAY-05]', async () => {
  const customer = await aCustomerAtPartner(app, partner);
  const { asked } = await aChangeAtPartner(app, partner, customer);
  const jwt = await aSettlement(app, partner, asked);
  const other = await aSettlement(app, partner, asked);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      (number % 2 === 0 ? app : second).call(settlePurchase, { jwt: number === 7 ? other : jwt }),
    ),
  );
  const texts = new Set(answers.map((answer) => (answer.ok ? answer.text : answer.code)));
  expect(texts).toEqual(new Set(['{"status":"settled"}', 'PURCHASE_CLOSED']));
  expect(await mailboxesOf(customer)).toBe(5);
  expect((await booksOf(customer)).filter(({ account }) => account === 'partner-receivable')).toEqual([
    { kind: 'settlement', account: 'partner-receivable', minor: 14_500 },
  ]);
});

test('another amount, currency, quote or partner, a used id and a forged signature are refused, and nothing changes [PAY-05] [PAY-03]', async () => {
  const customer = await aCustomerAtPartner(app, partner);
  const { asked, quote } = await aChangeAtPartner(app, partner, customer);
  for (const claims of [{ amount: '57.99' }, { amount: '5800.00' }, { amount: '0.00' }, { currency: 'USD' }])
    expect(await settle(asked, claims), JSON.stringify(claims)).toMatchObject({
      code: 'AMOUNT_CHANGED',
      problem: { attrs: { chargeableAmount: 58 } },
    });
  const foreign = await aChangeAtPartner(app, partner, await aCustomerAtPartner(app, partner));
  expect(await settle(asked, { quoteId: foreign.quote.quoteId })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await settle(asked, { trackingId: quote.quoteId }), 'an id of something else').toMatchObject({
    code: 'NOT_FOUND',
  });
  const stranger = await aSettlement(app, app.partner, asked);
  expect(await app.refusal(settlePurchase, { jwt: stranger })).toBe('NOT_FOUND');
  const forged = await aSettlement(app, { ...partner, secret: 'guessed'.repeat(6) }, asked);
  expect(await app.refusal(settlePurchase, { jwt: forged })).toBe('INVALID_JWT');
  const purchase = await aPurchaseAtPartner(app, partner);
  expect((await settle(purchase.asked, { jti: 'once-for-both' })).ok).toBe(true);
  expect(await settle(asked, { jti: 'once-for-both' })).toMatchObject({ code: 'INVALID_JWT' });
  expect(await settle(asked, { status: 'refunded' }), 'what was never paid').toMatchObject({ code: 'PURCHASE_CLOSED' });
  expect(await mailboxesOf(customer)).toBe(3);
  expect(await differences()).toEqual([]);
});

test('a payment that failed at the partner may be tried again there, as long as the quote holds [PAY-05]', async () => {
  const customer = await aCustomerAtPartner(app, partner);
  const { asked, trackingId } = await aChangeAtPartner(app, partner, customer);
  const failed = await aSettlement(app, partner, asked, { status: 'failed' });
  for (let time = 0; time < 2; time += 1)
    expect(await app.call(settlePurchase, { jwt: failed })).toMatchObject({ code: 'PAYMENT_FAILED' });
  expect(await app.call(processPayment, { trackingId }, { token: customer.token })).toMatchObject({
    problem: { attrs: { reason: 'settlement_failed' } },
  });
  expect((await settle(asked)).ok).toBe(true);
  expect(await mailboxesOf(customer)).toBe(5);
});

test('money that comes after the quote has expired changes nothing, is booked as owed to the customer, and is settled in the books once the partner gives it back [PAY-05] [BIL-09]', async () => {
  const customer = await aCustomerAtPartner(app, partner);
  const { asked, trackingId, quote } = await aChangeAtPartner(app, partner, customer);
  app.clock.advance({ minutes: 31 });
  await sweepPayments(app.deps);
  expect(await app.call(startPayment, { quoteId: quote.quoteId }, { token: customer.token })).toMatchObject({
    code: 'QUOTE_EXPIRED',
  });
  const jwt = await aSettlement(app, partner, asked);
  for (let time = 0; time < 2; time += 1)
    expect(await app.call(settlePurchase, { jwt })).toMatchObject({
      code: 'QUOTE_EXPIRED',
      problem: { attrs: { refunded: true } },
    });
  expect(await settle(asked), 'another word of the same').toMatchObject({ code: 'PURCHASE_CLOSED' });
  await sweepPayments(app.deps);
  expect(await mailboxesOf(customer)).toBe(3);
  expect(await app.call(processPayment, { trackingId }, { token: customer.token })).toMatchObject({
    code: 'PURCHASE_CLOSED',
    problem: { attrs: { refunded: true } },
  });
  expect(await differences()).toEqual([
    { what: 'refund at partner', reference: `payment/${trackingId}`, currency: 'EUR', books: 5800, other: 0 },
  ]);
  expect(await booksOf(customer)).toContainEqual({ kind: 'settlement', account: 'advance', minor: -8700 - 5800 });
  const back = await aSettlement(app, partner, asked, { status: 'refunded', reference: 'BACK-1' });
  for (let time = 0; time < 2; time += 1)
    expect((await app.call(settlePurchase, { jwt: back })).text).toBe('{"status":"settled"}');
  expect(await differences()).toEqual([]);
  expect(await booksOf(customer)).toContainEqual({ kind: 'refund', account: 'partner-receivable', minor: -5800 });
});

test('a customer who chose something else meanwhile has the former payment refunded, and the later one counts [PAY-05]', async () => {
  const customer = await aCustomerAtPartner(app, partner);
  const first = await aChangeAtPartner(app, partner, customer);
  const later = await aChangeAtPartner(app, partner, customer, [
    { orderType: 'MailSuite', action: 'buyMoreAccounts', noOfAccounts: 1 },
  ]);
  expect(await settle(first.asked)).toMatchObject({ code: 'QUOTE_EXPIRED', problem: { attrs: { refunded: true } } });
  expect((await settle(later.asked)).ok).toBe(true);
  expect(await mailboxesOf(customer)).toBe(4);
  expect(await settle(first.asked, { status: 'refunded' })).toMatchObject({ ok: true });
  expect(await differences()).toEqual([]);
});

test('a change that costs nothing skips the page, and a higher plan with a longer cycle goes to it [PAY-05]', async () => {
  const customer = await aCustomerAtPartner(app, partner, { cycle: 'monthly' });
  const { token } = customer;
  const quote = await app.must(
    calculateCharge,
    { orderItems: [{ action: 'changeAtRenewal', noOfAccounts: 2 }] },
    { token },
  );
  expect(quote.payment).toMatchObject({ taker: 'none' });
  const free = await app.must(startPayment, { quoteId: quote.quoteId }, { token });
  expect(free).toMatchObject({ gateway: 'none' });
  expect(free.makePaymentUrl).toBeUndefined();
  await app.must(processPayment, { trackingId: free.trackingId }, { token });
  const longer = await aChangeAtPartner(app, partner, customer, [
    { orderType: 'MailSuite', action: 'upgradePlan', planId: 56, billingCycle: 'yearly' },
  ]);
  expect((await settle(longer.asked)).ok).toBe(true);
  expect(await planOf(customer)).toMatchObject({ billingCycle: 'yearly', mailSuiteDetails: { planId: 56 } });
  expect(await differences()).toEqual([]);
});

test('the payment type of a route is the page of the partner with a signed request, and the panel itself for cards, partner bills and free changes [PAY-06]', async () => {
  const customer = await aCustomerAtPartner(app, partner);
  const { token } = customer;
  const shown = async (jwt: string | null) => {
    const options = { currentDate: app.clock.now(), audience: String(partner.partnerId) };
    return (await jwtVerify(jwt ?? '', Buffer.from(partner.secret), options)).payload;
  };
  for (const action of ['upgradePlan', 'buyMoreAccounts', 'billing'] as const) {
    const type = await app.must(readPaymentType, { action }, { token });
    expect(type).toMatchObject({ makePaymentUrl: 'http://panel.test/evaluation/partner-shop', trackingId: null });
    const asked = await shown(type.jwt);
    expect(asked).toMatchObject({ action, domainName: customer.domain });
    expect(asked['redirectUrl']).toBe(`http://panel.test/postPayment?partnerId=${partner.partnerId}`);
    expect(asked).not.toHaveProperty('amount');
  }
  const priced = async (orderItems: Parameters<typeof aChangeAtPartner>[3]) =>
    (await app.must(calculateCharge, { orderItems: orderItems ?? [] }, { token })).quoteId;
  const free = await priced([{ orderType: 'MailSuite', action: 'changeAtRenewal', noOfAccounts: 2 }]);
  const inApp = { makePaymentUrl: 'inAppPayment', jwt: null, trackingId: null };
  expect(await app.must(readPaymentType, { action: 'billing', quoteId: free }, { token })).toEqual(inApp);
  const quoteId = await priced([{ orderType: 'MailSuite', action: 'buyMoreAccounts', noOfAccounts: 1 }]);
  const priceType = await app.must(readPaymentType, { action: 'buyMoreAccounts', quoteId }, { token });
  const asked = await shown(priceType.jwt);
  expect(asked).toMatchObject({ quoteId, trackingId: priceType.trackingId, amount: '29.00', currency: 'EUR' });
  expect((await settle(asked)).ok).toBe(true);
  expect(await mailboxesOf(customer)).toBe(4);
  const foreign = await app.call(readPaymentType, { action: 'billing', quoteId: customer.customerId }, { token });
  expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
  const byCard = await aCustomerWithDomain(app);
  expect(await app.must(readPaymentType, { action: 'billing' }, { token: byCard.token })).toEqual(inApp);
  await setFlag(app.deps, partner.partnerId, 'forgoPayments', true);
  expect(await app.must(readPaymentType, { action: 'billing' }, { token })).toEqual(inApp);
  await setFlag(app.deps, partner.partnerId, 'forgoPayments', false);
  await app.deps.db.asSystem((tx) =>
    updatePartner(tx, partner.partnerId, { paymentUrl: 'https://elsewhere.test/pay' }),
  );
  expect(await app.call(readPaymentType, { action: 'billing' }, { token })).toMatchObject({
    code: 'PAYMENT_GATEWAY_UNAVAILABLE',
  });
  await payAtPartner(app.deps, partner);
});
