import { authenticatePurchase, completePurchase, initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookedFor, ordersOf, readBalance } from '../../../testing/audit-rows.ts';
import {
  aCustomerWithDomain,
  anAddress,
  aPurchaseLink,
  aReadyPurchase,
  aWish,
  complete,
  payByCard,
  type TestCustomer,
  type WishOptions,
} from '../../../testing/builders.ts';
import { type TestApp } from '../../../testing/start-test-app.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { sweepPurchases } from '../provision/sweep-purchases.ts';
import { purchase as purchaseTable, savedCard } from '../tables.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

const FAILS_LATER = '4000000000000341';

/** A customer who bought with a card that was saved. */
async function aCustomerWithCard(number?: string): Promise<Pick<TestCustomer, 'email' | 'customerId'>> {
  if (number === undefined) return aCustomerWithDomain(app);
  const link = await aPurchaseLink(app);
  const purchase = await aReadyPurchase(app, link);
  await payByCard(app, purchase.clientSecret, number);
  const { session } = await complete(app, purchase);
  return { email: link.email, customerId: session.bllUserId };
}

/** The same buyer with a link for another domain, at the payment step. */
async function atPayment(email: string, options: WishOptions = {}) {
  const link = await aPurchaseLink(app, { email });
  const { params } = await app.must(authenticatePurchase, { jwt: link.jwt, partnerId: link.partnerId });
  const token = params.token ?? '';
  const { customerId } = await app.must(upsertCustomer, { billingAddress: anAddress(email) }, { token });
  const wish = { ...(await aWish(app, token, options)), paymentMethodId: params.cardDetails?.paymentMethodId };
  return { link, params, token, customerId, wish };
}

async function initiate({ token, wish }: Awaited<ReturnType<typeof atPayment>>) {
  const { trackingId, ...answer } = await app.must(initiatePurchase, wish, { token });
  const call = (of: TestApp = app) => of.call(completePurchase, { ...wish, trackingId }, { token });
  return { ...answer, trackingId, call };
}

const chargesOf = async (customerId: string) => {
  const orders = await ordersOf(app, customerId);
  return (await Promise.all(orders.map((order) => bookedFor(app, order.purchaseId ?? '')))).flat();
};

const chargedOf = async (customerId: string) =>
  (await chargesOf(customerId)).map((entry) => entry.amountMinor).toSorted((one, other) => one - other);

test('a customer is offered their saved card for the next domain by brand and last digits, and nobody else is [PUR-04] [PUR-05]', async () => {
  const { email } = await aCustomerWithCard();
  const { params } = await atPayment(email);
  expect(params).toMatchObject({ cardExists: true });
  expect(params.cardDetails).toEqual({
    paymentMethodId: expect.stringMatching(/^pm_/),
    funding: 'credit',
    walletType: null,
    brand: 'visa',
    lastFourDigits: '4242',
  });
  for (const wish of [{ email: 'stranger@shop.test' }, { email, partner: app.otherPartner }]) {
    const link = await aPurchaseLink(app, wish);
    const { params: others } = await app.must(authenticatePurchase, { jwt: link.jwt, partnerId: link.partnerId });
    expect(others.cardExists).toBe(false);
    expect(others.cardDetails).toBeUndefined();
  }
});

test('a card is saved only if it may be used later: not if its buyer turned renewal off [PUR-05]', async () => {
  const link = await aPurchaseLink(app);
  const { token } = await atPayment('once@shop.test');
  const wish = { ...(await aWish(app, token)), autoRenew: false };
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, wish, { token });
  await payByCard(app, stripeSecret);
  const { session } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  const kept = await app.deps.db.asSystem((tx) =>
    tx.select().from(savedCard).where(eq(savedCard.customerId, session.bllUserId)),
  );
  expect([kept, link.partnerId]).toEqual([[], app.partner.partnerId]);
});

test('the saved card is charged once when the purchase is completed, not before, without anything to confirm [PUR-05] [PAY-01] [PAY-03]', async () => {
  const { email, customerId } = await aCustomerWithCard();
  const second_ = await initiate(await atPayment(email, { accounts: 2 }));
  expect(second_).toMatchObject({ stripeSecret: null, gateway: 'sandbox', chargeableAmount: 58 });
  app.clock.advance({ seconds: 60 });
  await sweepPurchases(app.deps);
  expect(await chargesOf(customerId)).toHaveLength(1);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) => second_.call(number % 2 === 0 ? app : second)),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await chargedOf(customerId)).toEqual([5_800, 8_700]);
  const { taken, booked, ordered } = await readBalance(app);
  expect(taken).toEqual(ordered);
  expect(booked).toEqual(ordered);
});

test('a saved card that fails later is reported, and another card pays the same purchase [PUR-05] [PAY-01]', async () => {
  const { email, customerId } = await aCustomerWithCard(FAILS_LATER);
  const buyer = await atPayment(email);
  const failing = await initiate(buyer);
  for (let time = 0; time < 2; time += 1)
    expect(await failing.call()).toMatchObject({
      status: 402,
      code: 'PAYMENT_FAILED',
      problem: { attrs: { reason: 'card_declined', declineCode: 'generic_decline' } },
    });
  const { paymentMethodId: _, ...wish } = buyer.wish;
  const byCard = await app.must(initiatePurchase, wish, { token: buyer.token });
  await payByCard(app, byCard.stripeSecret);
  await app.must(completePurchase, { ...wish, trackingId: byCard.trackingId }, { token: buyer.token });
  expect(await chargesOf(customerId)).toHaveLength(2);
});

test("someone else's card and an unknown card can't pay [PUR-05] [API-02]", async () => {
  const { email } = await aCustomerWithCard();
  const owner = await atPayment(email);
  const stranger = await atPayment('another@shop.test');
  for (const paymentMethodId of [owner.wish.paymentMethodId ?? '', 'pm_unknown', ''])
    expect(await app.refusal(initiatePurchase, { ...stranger.wish, paymentMethodId }, { token: stranger.token })).toBe(
      'NOT_FOUND',
    );
});

test('a requested charge is made even if the server dies before it: the sweep makes it, once [PAY-03]', async () => {
  const { email, customerId } = await aCustomerWithCard();
  const buyer = await initiate(await atPayment(email));
  await leaveAsked(buyer.trackingId);
  app.clock.advance({ seconds: 20 });
  await Promise.all([sweepPurchases(app.deps), sweepPurchases(second.deps)]);
  expect((await rowOf(buyer.trackingId)).state).toBe('confirmed');
  expect(await chargesOf(customerId)).toHaveLength(2);
  expect((await buyer.call()).status).toBe(200);
});

test("an order can't be changed after the charge of a saved card was requested: the charge comes first, and counts [PAY-03]", async () => {
  const { email, customerId } = await aCustomerWithCard();
  const buyer = await atPayment(email, { accounts: 2 });
  const asked = await initiate(buyer);
  await leaveAsked(asked.trackingId);
  const { paymentMethodId: _, ...wish } = buyer.wish;
  const other = { ...wish, noOfAccounts: 5, chargeableAmount: 145 };
  expect(await app.refusal(initiatePurchase, other, { token: buyer.token })).toBe('PURCHASE_CLOSED');
  expect(await chargedOf(customerId)).toEqual([5_800, 8_700]);
});

test("of a saved card's charge and a changed order at once, each order that is made is paid [PAY-03]", async () => {
  const { email, customerId } = await aCustomerWithCard();
  const buyer = await atPayment(email, { accounts: 2 });
  const kept = await initiate(buyer);
  const { paymentMethodId: _, ...wish } = buyer.wish;
  const other = { ...wish, noOfAccounts: 5, chargeableAmount: 145 };
  await Promise.all([kept.call(), second.call(initiatePurchase, other, { token: buyer.token })]);
  await kept.call();
  expect([[8_700], [5_800, 8_700]]).toContainEqual(await chargedOf(customerId));
  const { taken, ordered } = await readBalance(app);
  expect(taken).toEqual(ordered);
});

test('a trial uses the saved card, and charges nothing [PUR-05]', async () => {
  const { email, customerId } = await aCustomerWithCard();
  const trial = await initiate(await atPayment(email, { planType: 'trial' }));
  expect(trial).toMatchObject({ stripeSecret: null, chargeableAmount: 0 });
  expect((await trial.call()).status).toBe(200);
  expect(await chargesOf(customerId)).toHaveLength(1);
  expect(await ordersOf(app, customerId)).toHaveLength(2);
});

test('an expired card is not offered [PUR-04]', async () => {
  const { email, customerId } = await aCustomerWithCard();
  await app.deps.db.asSystem((tx) =>
    tx.update(savedCard).set({ expYear: 2020, expMonth: 1 }).where(eq(savedCard.customerId, customerId)),
  );
  expect((await atPayment(email)).params.cardExists).toBe(false);
});

/** The state that a server leaves when it is killed between the buyer's request and the charge. */
async function leaveAsked(trackingId: string): Promise<void> {
  const { savedCard: kept, purchaseId } = await rowOf(trackingId);
  await app.deps.db.global
    .update(purchaseTable)
    .set({ savedCard: { paymentMethodId: kept?.paymentMethodId ?? '', isAsked: true } })
    .where(eq(purchaseTable.purchaseId, purchaseId));
}

async function rowOf(trackingId: string) {
  const [row] = await app.deps.db.global.select().from(purchaseTable).where(eq(purchaseTable.trackingId, trackingId));
  if (row === undefined) throw new Error('no purchase');
  return row;
}
