import type { PaymentGatewayError } from '@postern/adapter-payment/port';
import {
  calculateCharge,
  calculateNeoCharge,
  cancelSubscription,
  processPayment,
  reactivateSubscription,
  startPayment,
} from '@postern/contract/billing';
import { deleteCard, readCard, startAddingCard } from '@postern/contract/billing-details';
import type { InputOf } from '@postern/contract/operation';
import { readCurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { readBookSums, readGatewaySum } from '../../testing/money.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { setFlag } from '../partners/change-partner.ts';
import { removeCardAtGateway } from './card/remove-card-at-gateway.ts';
import { receivePaymentEvent } from './payment/receive-payment-event.ts';
import { giveUpPayment } from './payment/give-up-payment.ts';
import { findPayment, updatePayment } from './payment/payment-repository.ts';
import { sweepPayments } from './payment/sweep-payments.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;

type Items = InputOf<typeof calculateCharge>['orderItems'];
const seats = (noOfAccounts: number): Items => [{ action: 'buyMoreAccounts', noOfAccounts }];

const quoteFor = ({ token }: TestCustomer, orderItems: Items) => app.must(calculateCharge, { orderItems }, { token });
const planOf = async ({ token }: TestCustomer) => (await app.must(readCurrentPlan, {}, { token })).currentPlan;

async function pay(customer: TestCustomer, quoteId: string) {
  const { token } = customer;
  const started = await app.must(startPayment, { quoteId }, { token });
  if (started.stripeSecret !== null) await payByCard(app, started.stripeSecret);
  const { currentPlan } = await app.must(processPayment, { trackingId: started.trackingId }, { token });
  return { started, currentPlan };
}

const booksOf = (customer: TestCustomer) => readBookSums(app, customer);
const chargesAtGateway = () => readGatewaySum(app);

test('more mailboxes cost their share of the days that are left, shown line by line and charged to the cent [BIL-03] [BIL-02]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 3 });
  const before = await planOf(customer);
  const start = app.clock.now();
  app.clock.advance({ days: 100 });
  const later = await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
  const quote = await quoteFor({ ...customer, token: later }, seats(2));
  const days = Math.round(
    (Date.parse(`${before.currentPeriod?.to}`) - Date.parse(`${before.currentPeriod?.from}`)) / DAY,
  );
  const left = days - 100;
  const amount = Math.round((5800 * left) / days) / 100;
  expect(quote).toMatchObject({ amountToBePaid: amount, totalAmount: amount, creditUsed: 0, currency: 'EUR' });
  expect(quote.lines).toEqual([
    expect.objectContaining({ kind: 'charge', quantity: 2, unitPrice: 29, days: left, ofDays: days, amount }),
  ]);
  const { lines } = await app.must(calculateNeoCharge, { orderItems: seats(2) }, { token: later });
  expect(lines, 'at the other path').toEqual(quote.lines);
  expect(await planOf({ ...customer, token: later }), 'asking changes nothing').toMatchObject({
    currentPeriod: before.currentPeriod,
    calendarDaysLeft: left,
  });
  const charged = await chargesAtGateway();
  const { started, currentPlan } = await pay({ ...customer, token: later }, quote.quoteId);
  expect(started.chargeableAmount).toBe(amount);
  expect(await chargesAtGateway()).toBe(charged + Math.round(amount * 100));
  expect(currentPlan).toMatchObject({ expiresOn: before.expiresOn, amountToBePaidOnRenewal: 5 * 29 });
  expect(currentPlan.mailSuiteDetails?.noOfAccounts.limit).toBe(5);
  const total = 8700 + Math.round(amount * 100);
  expect(await booksOf(customer)).toEqual([
    { account: 'cash', sum: total },
    { account: 'revenue', sum: -total },
  ]);
  app.clock.moveTo(start);
});

test('a higher plan credits what is unused of what was charged, and the books move its revenue [BIL-02] [BIL-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const quote = await quoteFor(customer, [{ action: 'upgradePlan', planId: 56 }]);
  expect(quote).toMatchObject({ totalAmount: 29, amountToBePaid: 29 });
  expect(quote.orderTransitionDetails[0]).toMatchObject({
    carryForwardAmount: { fromPlan: 29, fromAddons: 0, total: 29 },
    afterUpdate: { planId: 56, chargePerMonth: 4.83 },
  });
  const { currentPlan } = await pay(customer, quote.quoteId);
  expect(currentPlan.mailSuiteDetails).toMatchObject({ planId: 56 });
  expect(await booksOf(customer)).toEqual([
    { account: 'cash', sum: 5800 },
    { account: 'revenue', sum: -5800 },
  ]);
});

test('fewer mailboxes take effect at the renewal, cost nothing now, and can be withdrawn [BIL-02]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 3 });
  const quote = await quoteFor(customer, [{ action: 'changeAtRenewal', noOfAccounts: 2 }]);
  expect(quote).toMatchObject({ amountToBePaid: 0, lines: [] });
  const { started, currentPlan } = await pay(customer, quote.quoteId);
  expect(started).toMatchObject({ gateway: 'none', stripeSecret: null });
  expect(currentPlan).toMatchObject({ scheduledChange: { noOfAccounts: 2 }, amountToBePaidOnRenewal: 58 });
  const back = await quoteFor(customer, [{ action: 'keepAsIs' }]);
  expect((await pay(customer, back.quoteId)).currentPlan).toMatchObject({
    scheduledChange: null,
    amountToBePaidOnRenewal: 87,
  });
});

test('a trial says what it will cost, and paying for it starts when it ends [BIL-02] [PLN-02]', async () => {
  const customer = await aCustomerWithDomain(app, { planType: 'trial', accounts: 2 });
  const trial = await planOf(customer);
  expect(trial).toMatchObject({ subscriptionStatus: 'free trial', amountToBePaidOnRenewal: 58 });
  const quote = await quoteFor(customer, [{ action: 'upgradePlan', planId: 55, billingCycle: 'monthly' }]);
  expect(quote.amountToBePaid).toBe(5.8);
  const { currentPlan } = await pay(customer, quote.quoteId);
  expect(currentPlan).toMatchObject({ subscriptionStatus: 'paid', currentPeriod: { from: trial.currentPeriod?.to } });
});

test.each<[string, Items, string]>([
  ['no such plan', [{ action: 'upgradePlan', planId: 999 }], 'VALIDATION_FAILED'],
  ['a lower plan at once', [{ action: 'upgradePlan', planId: 51 }], 'CHOOSE_A_PLAN'],
  ['a lower plan where the brand has none', [{ action: 'changeAtRenewal', planId: 51 }], 'DOWNGRADE_NOT_OFFERED'],
  ['fewer than are in use', [{ action: 'changeAtRenewal', noOfAccounts: 1 }], 'FEWER_THAN_ACTIVE'],
  ['a renewal before the last day', [{ action: 'renew' }], 'NOT_EXPIRED'],
  ['half a mailbox', [{ action: 'buyMoreAccounts', noOfAccounts: 1.5 }], 'VALIDATION_FAILED'],
  ['minus five mailboxes', [{ action: 'buyMoreAccounts', noOfAccounts: -5 }], 'VALIDATION_FAILED'],
  ['more than an order may have', [{ action: 'buyMoreAccounts', noOfAccounts: 9998 }], 'VALIDATION_FAILED'],
  ['no count', [{ action: 'buyMoreAccounts' }], 'VALIDATION_FAILED'],
  ['an add-on that is not sold', [{ action: 'buyAddon', addonId: 'gold' }], 'VALIDATION_FAILED'],
  [
    'a site that was never bought',
    [{ action: 'buyMoreAccounts', orderType: 'Site', noOfAccounts: 1 }],
    'VALIDATION_FAILED',
  ],
])('%s is refused with its code, and changes nothing [BIL-03]', async (_, orderItems, code) => {
  refused ??= aCustomerWithDomain(app, { accounts: 3 }).then(async (customer) => {
    for (const name of ['anna', 'bert']) await aMailbox(app, customer, name);
    return { customer, before: await planOf(customer) };
  });
  const { customer, before } = await refused;
  expect(await app.refusal(calculateCharge, { orderItems }, { token: customer.token })).toBe(code);
  expect(await planOf(customer)).toEqual(before);
});
let refused: Promise<{ customer: TestCustomer; before: Awaited<ReturnType<typeof planOf>> }> | undefined;

test('a quote that no longer holds is refused before anything is charged, with a fresh one [BIL-03] [PAY-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { token } = customer;
  const early = await quoteFor(customer, seats(1));
  const late = await quoteFor(customer, seats(2));
  await pay(customer, early.quoteId);
  const answer = await app.call(startPayment, { quoteId: late.quoteId }, { token });
  expect(answer).toMatchObject({ code: 'AMOUNT_CHANGED', problem: { attrs: { quote: { amountToBePaid: 58 } } } });
  const cheap = { orderItems: seats(1), chargeableAmount: 1 };
  expect(await app.refusal(startPayment, cheap, { token })).toBe('AMOUNT_CHANGED');
  const old = await quoteFor(customer, seats(1));
  app.clock.advance({ minutes: 31 });
  expect(await app.refusal(startPayment, { quoteId: old.quoteId }, { token })).toBe('QUOTE_EXPIRED');
  expect(
    await app.refusal(startPayment, { quoteId: early.quoteId }, { token: (await aCustomerWithDomain(app)).token }),
  ).toBe('NOT_FOUND');
});

test('ten presses of the same button make one payment and one charge [PAY-03] [BIL-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { token } = customer;
  const { quoteId } = await quoteFor(customer, seats(1));
  const charged = await chargesAtGateway();
  const press = () => app.must(startPayment, { quoteId, clientTrackingId: 'press' }, { token });
  const started = await Promise.all(Array.from({ length: 10 }, press));
  expect(new Set(started.map((one) => `${one.trackingId} ${one.stripeSecret}`)).size).toBe(1);
  await payByCard(app, started[0]?.stripeSecret ?? '');
  const trackingId = started[0]?.trackingId ?? '';
  await Promise.all(Array.from({ length: 10 }, () => app.must(processPayment, { trackingId }, { token })));
  expect(await chargesAtGateway()).toBe(charged + 2900);
  expect((await planOf(customer)).mailSuiteDetails?.noOfAccounts.limit).toBe(2);
});

test('a saved card pays a quote at once and is charged once; the quote says what the renewal will cost, and what can pay [PAY-04] [PAY-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { token } = customer;
  const quote = await quoteFor(customer, seats(1));
  expect(quote.nextCharge).toEqual({ on: (await planOf(customer)).currentPeriod?.to, amount: 58 });
  expect(quote.payment).toMatchObject({ taker: 'panel', cardGateway: { name: 'sandbox' } });
  const paymentMethodId = quote.payment?.card?.paymentMethodId ?? '';
  const { quoteId } = quote;
  const wrong = { quoteId, paymentMethodId: 'pm_of_somebody_else' };
  expect(await app.refusal(startPayment, wrong, { token })).toBe('CARD_NOT_FOUND');
  const charged = await chargesAtGateway();
  const started = await app.must(startPayment, { quoteId, paymentMethodId }, { token });
  expect(started).toMatchObject({ stripeSecret: null, gateway: 'sandbox' });
  const finish = () => app.must(processPayment, { trackingId: started.trackingId }, { token });
  await Promise.all(Array.from({ length: 5 }, finish));
  expect(await chargesAtGateway()).toBe(charged + 2900);
  expect((await planOf(customer)).mailSuiteDetails?.noOfAccounts.limit).toBe(2);
  const nothing = await quoteFor(customer, [{ action: 'changeAtRenewal', noOfAccounts: 1 }]);
  expect(nothing).toMatchObject({ payment: { taker: 'none', card: null }, nextCharge: { amount: 29 } });
});

test('of two quotes paid at once, one is charged: the other can no longer be paid, or comes to the new state [PAY-03] [BIL-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { token } = customer;
  const [one, two] = [await quoteFor(customer, seats(1)), await quoteFor(customer, seats(2))];
  const charged = await chargesAtGateway();
  const first = await app.must(startPayment, { quoteId: one.quoteId }, { token });
  const second = await app.must(startPayment, { quoteId: two.quoteId }, { token });
  const card = await payByCard(app, first.stripeSecret).catch((error: unknown) => error);
  expect(card, 'the first can no longer be paid').not.toMatchObject({ status: 'succeeded' });
  await payByCard(app, second.stripeSecret);
  await app.must(processPayment, { trackingId: second.trackingId }, { token });
  expect(await app.refusal(processPayment, { trackingId: first.trackingId }, { token })).toBe('PURCHASE_CLOSED');
  expect(await chargesAtGateway()).toBe(charged + 5800);
  expect((await planOf(customer)).mailSuiteDetails?.noOfAccounts.limit).toBe(3);
});

test('a paid change takes effect even if the customer never came back, and one whose order changed meanwhile is refunded [PAY-03] [BIL-09]', async () => {
  const lost = await aCustomerWithDomain(app, { accounts: 1 });
  const moved = await aCustomerWithDomain(app, { accounts: 1 });
  const charged = await chargesAtGateway();
  for (const customer of [lost, moved]) {
    const { quoteId } = await quoteFor(customer, seats(1));
    const { stripeSecret } = await app.must(startPayment, { quoteId }, { token: customer.token });
    await payByCard(app, stripeSecret);
  }
  const { orderId } = moved.order;
  await app.must(cancelSubscription, { orderId, reason: 'Too many mails' }, { token: moved.token });
  app.clock.advance({ seconds: 11 });
  await sweepPayments(app.deps);
  expect((await planOf(lost)).mailSuiteDetails?.noOfAccounts.limit).toBe(2);
  expect((await planOf(moved)).mailSuiteDetails?.noOfAccounts.limit).toBe(1);
  expect(await chargesAtGateway()).toBe(charged + 2900);
  expect(await booksOf(moved)).toEqual([
    { account: 'cash', sum: 2900 },
    { account: 'revenue', sum: -2900 },
  ]);
});

test('a payment that can be paid by now isn’t given up without looking, and money for a payment that was given up goes back [PAY-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const charged = await chargesAtGateway();
  const start = async () => {
    const { quoteId } = await quoteFor(customer, seats(1));
    const { stripeSecret, trackingId } = await app.must(startPayment, { quoteId }, { token: customer.token });
    const key = { customerId: customer.customerId, bundleId: customer.bundleId, paymentId: trackingId };
    const row = await app.deps.db.asSystem((tx) => findPayment(tx, key));
    if (row === null) throw new Error('There is no payment.');
    return { stripeSecret, row };
  };
  const first = await start();
  // As a sweep saw it before the retry that made the intent.
  await giveUpPayment(app.deps, { ...first.row, intentId: null });
  const late = await payByCard(app, first.stripeSecret).catch((error: unknown) => error);
  expect(late, 'the intent is cancelled').not.toMatchObject({ status: 'succeeded' });
  const second = await start();
  await app.deps.db.asSystem((tx) => updatePayment(tx, second.row, { state: 'given-up' }));
  await payByCard(app, second.stripeSecret);
  const event = { eventId: 'e-late', type: 'intent.succeeded' as const, createdEpochMillis: 0 };
  const told = () => receivePaymentEvent(app.deps, { ...event, intentId: second.row.intentId ?? '' });
  await Promise.all([told(), told()]);
  expect(await chargesAtGateway()).toBe(charged);
  expect(await booksOf(customer)).toEqual([
    { account: 'cash', sum: 2900 },
    { account: 'revenue', sum: -2900 },
  ]);
});

test('a change that the partner pays for has no effect if the order changed meanwhile: no receivable, no refund [PAY-05]', async () => {
  const { partnerId } = app.otherPartner;
  await setFlag(app.deps, partnerId, 'forgoPayments', true);
  onTestFinished(() => setFlag(app.deps, partnerId, 'forgoPayments', false));
  const customer = await aCustomerWithDomain(app, { accounts: 1, partner: app.otherPartner });
  const { token, order } = customer;
  const before = await booksOf(customer);
  const { quoteId } = await quoteFor(customer, seats(1));
  const { trackingId, gateway } = await app.must(startPayment, { quoteId }, { token });
  expect(gateway).toBe('partner');
  await app.must(cancelSubscription, { orderId: order.orderId, reason: 'Too many mails' }, { token });
  for (let times = 0; times < 2; times += 1)
    expect(await app.refusal(processPayment, { trackingId }, { token })).toBe('PURCHASE_CLOSED');
  expect(await booksOf(customer)).toEqual(before);
});

test('a cancelled order keeps running and stays visible, no longer renews, and its cancellation can be undone [BIL-06]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { token } = customer;
  const { orderId } = customer.order;
  expect(await app.refusal(cancelSubscription, { orderId, reason: ' ' }, { token })).toBe('VALIDATION_FAILED');
  expect(await app.refusal(reactivateSubscription, { orderId }, { token })).toBe('NOT_CANCELLED');
  const before = await planOf(customer);
  const { currentPlan } = await app.must(cancelSubscription, { orderId, reason: 'Too dear' }, { token });
  expect(currentPlan).toMatchObject({
    subscriptionStatus: 'cancel-subscription',
    autoRenew: false,
    expiresOn: before.expiresOn,
    amountToBePaidOnRenewal: 29,
  });
  expect(await app.refusal(calculateCharge, { orderItems: seats(1) }, { token })).toBe('SUBSCRIPTION_CANCELLED');
  expect(await app.refusal(updateBillingConfig, { autoRenew: true }, { token })).toBe('SUBSCRIPTION_CANCELLED');
  const back = await app.must(reactivateSubscription, { orderId }, { token });
  expect(back.currentPlan).toEqual(before);
});

test('a card is added without a charge and shown, and once the last one is removed nothing renews automatically; the gateway forgets a deleted card, but not while it is charged [BIL-06] [PAY-04]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { token, customerId } = customer;
  const { card } = await app.must(readCard, {}, { token });
  expect(card).toMatchObject({ lastFourDigits: '4242' });
  const charged = await chargesAtGateway();
  const { stripeSecret } = await app.must(startAddingCard, {}, { token });
  await payByCard(app, stripeSecret);
  const intents = (await app.gateway.readLedger()).flatMap((item) => (item.type === 'intent' ? [item.intent] : []));
  const intentId =
    intents.find(({ metadata }) => metadata.purpose === 'add-card' && metadata.customerId === customerId)?.intentId ??
    '';
  const event = { eventId: 'e-1', type: 'intent.succeeded' as const, intentId, createdEpochMillis: 0 };
  app.clock.advance({ seconds: 1 });
  for (let times = 0; times < 3; times += 1) await receivePaymentEvent(app.deps, event);
  const { card: added, history } = await app.must(readCard, {}, { token });
  expect(added.paymentMethodId).not.toBe(card.paymentMethodId);
  expect(history.map(({ action }) => action)).toEqual(['Card added']);
  expect(await chargesAtGateway()).toBe(charged);
  // Without the card, the gateway would not find a charge again whose answer was lost.
  const asked = JSON.stringify({ paymentMethodId: card.paymentMethodId, isAsked: true });
  const move = (state: string, savedCard: string | null) =>
    app.deps.db.asSystem((tx) =>
      tx.execute(
        sql`update purchase set state = ${state}, saved_card = ${savedCard}::jsonb where customer_id = ${customerId}`,
      ),
    );
  await move('intent_created', asked);
  const removal = removeCardAtGateway(app.deps, { customerId, paymentMethodId: card.paymentMethodId });
  await expect(removal).rejects.toThrow('being charged');
  await move('confirmed', null);
  for (let times = 1; times < 10; times += 1) await app.must(startAddingCard, {}, { token });
  expect(await app.refusal(startAddingCard, {}, { token })).toBe('TOO_MANY_ATTEMPTS');
  await app.must(deleteCard, { paymentMethodId: added.paymentMethodId }, { token });
  expect((await planOf(customer)).autoRenew).toBe(true);
  await app.must(deleteCard, { paymentMethodId: card.paymentMethodId }, { token });
  expect((await planOf(customer)).autoRenew).toBe(false);
  expect(await app.refusal(readCard, {}, { token })).toBe('CARD_NOT_FOUND');
  expect(await app.refusal(updateBillingConfig, { autoRenew: true }, { token }), 'nobody could pay').toBe(
    'CARD_NOT_FOUND',
  );
  const { paymentMethodId } = card;
  let tries = 0;
  const charge = () =>
    app.deps.gateway.chargeOffSession({
      ...{ idempotencyKey: `test/${customerId}/${(tries += 1)}`, paymentMethodId, amountMinor: 100, currency: 'EUR' },
      ...{ description: 'Email', metadata: {}, customerReference: customerId },
    });
  const code = () =>
    charge().then(
      () => 'charged',
      (error: PaymentGatewayError) => error.code,
    );
  await expect.poll(code, { timeout: 15_000 }).toBe('payment_method_unknown');
});

test('the date of a renewal that is due can be moved no more, and the plan says so [BIL-05] [R-02]', async () => {
  const start = app.clock.now();
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { expiresOn, canChangeRenewalDate } = await planOf(customer);
  expect(canChangeRenewalDate).toBe(true);
  app.clock.moveTo(new Date(Date.parse(expiresOn ?? '') + 86_400_000));
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
  expect(await planOf({ ...customer, token })).toMatchObject({ canChangeRenewalDate: false });
  expect(await app.refusal(updateBillingConfig, { customExpiryDate: 28 }, { token })).toBe('PLAN_EXPIRED');
  app.clock.moveTo(start);
});

test('the renewal date moves once, for nothing, to a later day [BIL-05]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { token } = customer;
  const before = await planOf(customer);
  for (const customExpiryDate of [0, 29, 1.5])
    expect(await app.refusal(updateBillingConfig, { customExpiryDate }, { token })).toBe('VALIDATION_FAILED');
  const { currentPlan } = await app.must(updateBillingConfig, { customExpiryDate: 28 }, { token });
  expect(currentPlan).toMatchObject({ billingAnchorDay: 28, canChangeRenewalDate: false });
  expect(Date.parse(currentPlan.expiresOn ?? '')).toBeGreaterThan(Date.parse(before.expiresOn ?? ''));
  expect(await app.refusal(updateBillingConfig, { customExpiryDate: 5 }, { token })).toBe('RENEWAL_DATE_LIMIT_REACHED');
  expect(await app.refusal(updateBillingConfig, {}, { token })).toBe('VALIDATION_FAILED');
});
