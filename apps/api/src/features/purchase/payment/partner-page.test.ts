import {
  authenticatePurchase,
  completePurchase,
  initiatePurchase,
  settlePurchase,
  upsertCustomer,
} from '@postern/contract/purchase';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { auditOf, bookedFor, ordersOf } from '../../../testing/audit-rows.ts';
import {
  anAddress,
  aPurchaseLink,
  aReadyPurchase,
  aWish,
  complete,
  openLink,
  payByCard,
} from '../../../testing/builders.ts';
import { aPurchaseAtPartner, aSettlement, payAtPartner } from '../../../testing/partner-page.ts';
import type { TestPartner } from '../../../testing/start-test-app.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { reconcile } from '../../billing/reconcile.ts';
import { readEntries } from '../../partner-statements/read-entries.ts';
import { newId } from '../../../runtime/ids.ts';
import { setFlag } from '../../partners/change-partner.ts';
import { updatePartner } from '../../partners/public.ts';
import { cleanUpPurchases } from '../clean-up-purchases.ts';
import { sweepPurchases } from '../provision/sweep-purchases.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
let partner: TestPartner;

beforeAll(async () => {
  partner = app.otherPartner;
  await payAtPartner(app.deps, partner);
});

type AtPartner = Awaited<ReturnType<typeof aPurchaseAtPartner>>;
const settle = (jwt: string) => app.must(settlePurchase, { jwt });
const completion = ({ wish, trackingId, token }: AtPartner) =>
  app.call(completePurchase, { ...wish, trackingId }, { token });

async function ordersAndBooks(purchase: AtPartner) {
  const answer = await completion(purchase);
  if (!answer.ok) throw new Error(answer.text);
  const [order, ...more] = await ordersOf(app, answer.body.session.bllUserId);
  expect(more).toEqual([]);
  const books = await bookedFor(app, order?.purchaseId ?? '');
  return { session: answer.body.session, books: books.map(({ kind, amountMinor }) => [kind, amountMinor]) };
}

test('a buyer of such a partner is sent to its page with a signed amount and return address, and is not asked for a card [PAY-05] [BRD-02]', async () => {
  const { link, answer, asked } = await aPurchaseAtPartner(app, partner, { accounts: 4 });
  expect(answer).toMatchObject({ gateway: 'partner', stripeSecret: null, chargeableAmount: 116 });
  expect(answer.makePaymentUrl).toBe('http://panel.test/evaluation/partner-shop');
  expect(asked).toMatchObject({
    iss: 'http://panel.test',
    trackingId: answer.trackingId,
    domainName: link.domain,
    customerEmailAddress: link.email,
    planType: 'pro',
    noOfAccounts: 4,
    amount: '116.00',
    currency: 'EUR',
    redirectUrl: `http://panel.test/postPayment?partnerId=${partner.partnerId}`,
  });
  expect((asked.exp ?? 0) - (asked.iat ?? 0)).toBe(900);
});

test('without the settlement nothing is bought, however often the buyer tries to complete [PAY-05] [PAY-03]', async () => {
  const purchase = await aPurchaseAtPartner(app, partner);
  expect(await completion(purchase)).toMatchObject({
    status: 402,
    code: 'PAYMENT_FAILED',
    problem: { attrs: { reason: 'requires_action' } },
  });
});

test("the partner's word that it was paid makes the order, and its settlement replaces a charge [PAY-05]", async () => {
  const purchase = await aPurchaseAtPartner(app, partner);
  expect(await settle(await aSettlement(app, partner, purchase.asked))).toEqual({ status: 'settled' });
  const { session, books } = await ordersAndBooks(purchase);
  expect(session.primaryDomain).toBe(purchase.link.domain);
  expect(books).toEqual([['settlement', 8_700]]);
  expect(await auditOf(app, session.bllUserId)).toContain('purchase.settled');
});

test('one settlement sent twenty times at once over two instances makes one order and one answer [PAY-03] [PAY-05]', async () => {
  const purchase = await aPurchaseAtPartner(app, partner);
  const jwt = await aSettlement(app, partner, purchase.asked);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => (number % 2 === 0 ? app : second).call(settlePurchase, { jwt })),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`))).toEqual(
    new Set(['200 {"status":"settled"}']),
  );
  expect((await ordersAndBooks(purchase)).books).toEqual([['settlement', 8_700]]);
});

test('two concurrent settlements of one payment make one order; the second one is refused as too late [PAY-03]', async () => {
  const purchase = await aPurchaseAtPartner(app, partner);
  const jwts = await Promise.all([1, 2].map(() => aSettlement(app, partner, purchase.asked)));
  const answers = await Promise.all([
    app.call(settlePurchase, { jwt: jwts[0] ?? '' }),
    second.call(settlePurchase, { jwt: jwts[1] ?? '' }),
  ]);
  expect(answers.map((answer) => (answer.ok ? 'settled' : answer.code)).sort()).toEqual(['PURCHASE_CLOSED', 'settled']);
  expect((await ordersAndBooks(purchase)).books).toEqual([['settlement', 8_700]]);
});

test('a payment that failed at the partner fails here, and the next attempt pays [PAY-05]', async () => {
  const purchase = await aPurchaseAtPartner(app, partner);
  const failed = await aSettlement(app, partner, purchase.asked, { status: 'failed' });
  for (const answer of [await app.call(settlePurchase, { jwt: failed }), await completion(purchase)])
    expect(answer).toMatchObject({ code: 'PAYMENT_FAILED', problem: { attrs: { reason: 'settlement_failed' } } });
  const again = await app.must(initiatePurchase, purchase.wish, { token: purchase.token });
  expect(again.trackingId).not.toBe(purchase.trackingId);
  const late = await aSettlement(app, partner, purchase.asked);
  expect(await app.refusal(settlePurchase, { jwt: late })).toBe('NOT_FOUND');
  await settle(await aSettlement(app, partner, { ...purchase.asked, trackingId: again.trackingId }));
  const { books } = await ordersAndBooks({ ...purchase, trackingId: again.trackingId });
  expect(books).toEqual([['settlement', 8_700]]);
});

test('a partner may report success after it reported a failure, once [PAY-05] [PAY-03]', async () => {
  const purchase = await aPurchaseAtPartner(app, partner);
  const failed = await aSettlement(app, partner, purchase.asked, { status: 'failed' });
  expect(await app.refusal(settlePurchase, { jwt: failed })).toBe('PAYMENT_FAILED');
  await settle(await aSettlement(app, partner, purchase.asked));
  expect((await ordersAndBooks(purchase)).books).toEqual([['settlement', 8_700]]);
});

test('a settlement with another amount or currency is refused with the right one [PAY-05] [PAY-03]', async () => {
  const { asked } = await aPurchaseAtPartner(app, partner);
  for (const claims of [{ amount: '86.99' }, { amount: '8700.00' }, { currency: 'USD' }]) {
    const answer = await app.call(settlePurchase, { jwt: await aSettlement(app, partner, asked, claims) });
    expect(answer).toMatchObject({ code: 'AMOUNT_CHANGED', problem: { attrs: { chargeableAmount: 87 } } });
  }
});

test("a settlement id that was used for one payment can't pay another [PAY-05] [PAY-03]", async () => {
  const [first, other] = [await aPurchaseAtPartner(app, partner), await aPurchaseAtPartner(app, partner)];
  await settle(await aSettlement(app, partner, first.asked, { jti: 'once' }));
  const again = await aSettlement(app, partner, other.asked, { jti: 'once' });
  expect(await app.refusal(settlePurchase, { jwt: again })).toBe('INVALID_JWT');
  expect(await completion(other)).toMatchObject({ code: 'PAYMENT_FAILED' });
});

test('forged settlements are refused: wrong signer, algorithm, key, audience or expiry, and every token made for something else [PAY-05]', async () => {
  const { asked, answer, link } = await aPurchaseAtPartner(app, partner);
  const past = Math.floor(app.clock.now().getTime() / 1000) - 1;
  const withoutEnd = await new SignJWT({ iss: String(partner.partnerId), aud: asked.iss ?? '', jti: 'x' })
    .setProtectedHeader({ alg: 'HS256', kid: partner.keyId })
    .sign(Buffer.from(partner.secret));
  const [head = '', body = ''] = (await aSettlement(app, partner, asked)).split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: partner.keyId })).toString('base64url');
  const forged = {
    'another partner for this one': await aSettlement(app, { ...app.partner, partnerId: partner.partnerId }, asked),
    'a guessed secret': await aSettlement(app, { ...partner, secret: 'guessed'.repeat(6) }, asked),
    'no signature': `${none}.${body}.`,
    'a cut signature': `${head}.${body}.AAAA`,
    'an unknown key': await aSettlement(app, partner, asked, {}, { kid: 'k_unknown' }),
    'another algorithm': await aSettlement(app, partner, asked, {}, { alg: 'HS512' }),
    'a critical header': await aSettlement(app, partner, asked, {}, { crit: ['b64'], b64: true }),
    'another audience': await aSettlement(app, partner, asked, { aud: 'https://another.test' }),
    'an expiry in the past': await aSettlement(app, partner, asked, { exp: past }),
    'no end': withoutEnd,
    'the request itself': answer.jwt ?? '',
    'a purchase link': link.jwt,
    'another word': await aSettlement(app, partner, asked, { status: 'maybe' }),
  };
  for (const [what, jwt] of Object.entries(forged))
    expect(await app.refusal(settlePurchase, { jwt }), what).toBe('INVALID_JWT');
  expect(await app.refusal(settlePurchase, { jwt: '' })).toBe('MISSING_JWT');
});

test("another partner's payment is not found, and a card payment can't be settled [PAY-05] [API-02]", async () => {
  const { asked } = await aPurchaseAtPartner(app, partner);
  const stranger = await aSettlement(app, app.partner, asked);
  expect(await app.refusal(settlePurchase, { jwt: stranger })).toBe('NOT_FOUND');
  const byCard = await aReadyPurchase(app, await aPurchaseLink(app));
  const cheat = await aSettlement(app, app.partner, { ...asked, trackingId: byCard.trackingId });
  expect(await app.refusal(settlePurchase, { jwt: cheat })).toBe('NOT_FOUND');
  await payByCard(app, byCard.clientSecret);
  await complete(app, byCard);
});

test('if the domain was sold meanwhile, the partner owes the money to the buyer until it says that they have it back [PAY-05] [PAY-03] [BIL-09]', async () => {
  const late = await aPurchaseAtPartner(app, partner);
  const link = await aPurchaseLink(app, { domain: late.link.domain, email: 'first@another.test' });
  const first = await aReadyPurchase(app, link);
  await payByCard(app, first.clientSecret);
  await complete(app, first);
  const jwt = await aSettlement(app, partner, late.asked);
  for (let time = 0; time < 2; time += 1)
    expect(await app.call(settlePurchase, { jwt })).toMatchObject({
      code: 'DOMAIN_TAKEN',
      problem: { attrs: { refunded: true } },
    });
  expect(await completion(late)).toMatchObject({ code: 'DOMAIN_TAKEN' });
  await sweepPurchases(app.deps);
  const { customerId, purchaseId, state } = await rowOf(late);
  expect(state).toBe('refunding');
  expect(await auditOf(app, customerId)).toContain('payment.refund-due');
  const owed = { what: 'refund at partner', reference: `settlement/${purchaseId}`, books: 8_700, other: 0 };
  expect(await differences()).toMatchObject([owed]);
  expect(await heldAtPartner()).toEqual([[8_700, 8_700]]);
  const wrong = await aSettlement(app, partner, late.asked, { status: 'refunded', amount: '86.00' });
  expect(await app.refusal(settlePurchase, { jwt: wrong })).toBe('AMOUNT_CHANGED');
  const refunds = await Promise.all([1, 2].map(() => aSettlement(app, partner, late.asked, { status: 'refunded' })));
  const answers = await Promise.all([
    app.call(settlePurchase, { jwt: refunds[0] ?? '' }),
    second.call(settlePurchase, { jwt: refunds[1] ?? '' }),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  expect((await rowOf(late)).state).toBe('refunded');
  expect((await auditOf(app, customerId)).filter((one) => one === 'payment.refunded')).toHaveLength(1);
  expect(await differences()).toEqual([]);
  expect(await heldAtPartner(), 'once').toEqual([
    [8_700, 8_700],
    [-8_700, -8_700],
  ]);
});

test('after a day, a payment on the page of the partner buys nothing at the price of that day: it is owed back, before and after the sweep [PAY-05] [PAY-03]', async () => {
  for (const isSwept of [false, true]) {
    const link = await aPurchaseAtPartner(app, partner);
    app.clock.advance({ hours: 25 });
    if (isSwept) await sweepPurchases(app.deps);
    expect((await rowOf(link)).state).toBe(isSwept ? 'failed' : 'intent_created');
    const jwt = await aSettlement(app, partner, link.asked);
    for (let time = 0; time < 2; time += 1)
      expect(await app.call(settlePurchase, { jwt })).toMatchObject({
        code: 'QUOTE_EXPIRED',
        problem: { attrs: { refunded: true } },
      });
    const { customerId, state } = await rowOf(link);
    expect(state).toBe('refunding');
    expect(await ordersOf(app, customerId)).toEqual([]);
    expect(await auditOf(app, customerId)).toContain('payment.refund-due');
    expect(await differences()).toHaveLength(1);
    await settle(await aSettlement(app, partner, link.asked, { status: 'refunded' }));
    expect(await differences()).toEqual([]);
  }
});

test('a buyer who comes back shortly before the end of a day gets a payment that lasts, and not the former one [PAY-05]', async () => {
  const link = await aPurchaseLink(app, { partner, expiresInSeconds: 3_600 });
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = await aWish(app, token);
  let { trackingId } = await app.must(initiatePurchase, wish, { token });
  const agedBy = async (days: number) => {
    const aged = newId(inDays(-days));
    await app.deps.db.asSystem((tx) =>
      tx.execute(sql`update purchase set tracking_id = ${aged} where tracking_id = ${trackingId}`),
    );
    ({ trackingId } = await app.must(initiatePurchase, wish, { token }));
    return trackingId === aged;
  };
  expect(await agedBy(0.9), 'the same one').toBe(true);
  expect(await agedBy(0.99), 'the same one').toBe(false);
});

test('a purchase that nobody paid for is over after a day, and after the time to keep it the buyer is gone with it [PAY-03] [PUR-03]', async () => {
  const [left, bought] = [await aPurchaseAtPartner(app, partner), await aPurchaseAtPartner(app, partner)];
  const trial = await aReadyPurchase(app, await aPurchaseLink(app, { partner }), { planType: 'trial' });
  await settle(await aSettlement(app, partner, bought.asked));
  const { session } = await ordersAndBooks(bought);
  const customers = [(await rowOf(left)).customerId, (await rowOf(trial)).customerId];
  app.clock.advance({ hours: 25 });
  await sweepPurchases(app.deps);
  expect([(await rowOf(left)).state, (await rowOf(trial)).state]).toEqual(['failed', 'failed']);
  app.clock.advance({ days: 89 });
  const cleanUp = () => app.deps.db.asSystem((tx) => cleanUpPurchases(tx, app.clock.now(), app.deps.keep));
  await cleanUp();
  expect(await customersOf(customers)).toBe(2);
  app.clock.advance({ days: 2 });
  await Promise.all([cleanUp(), cleanUp()]);
  expect(await customersOf(customers)).toBe(0);
  expect(await customersOf([session.bllUserId])).toBe(1);
});

test('a partner reports no refund of a purchase that was not paid, or that was made [PAY-05] [PAY-03]', async () => {
  const purchase = await aPurchaseAtPartner(app, partner);
  const refund = () => aSettlement(app, partner, purchase.asked, { status: 'refunded' });
  expect(await app.refusal(settlePurchase, { jwt: await refund() })).toBe('PURCHASE_CLOSED');
  await settle(await aSettlement(app, partner, purchase.asked));
  expect(await app.refusal(settlePurchase, { jwt: await refund() })).toBe('PURCHASE_CLOSED');
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);
const differences = () => reconcile(app.deps, { from: inDays(-1), to: inDays(1) });

async function customersOf(ids: string[]): Promise<number> {
  const rows = await app.deps.db.asSystem((tx) => rowsOf(tx, sql`select from customer where customer_id in ${ids}`));
  return rows.length;
}

async function rowOf({ trackingId }: { trackingId: string }) {
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ customerId: string; purchaseId: string; state: string }>(
      tx,
      sql`select customer_id as "customerId", purchase_id as "purchaseId", state from purchase where tracking_id = ${trackingId}`,
    ),
  );
  if (row === undefined) throw new Error('The purchase is missing.');
  return row;
}

/** What the partner's statement has of purchases that couldn't be had: what it collected, and what it holds for the buyer. */
async function heldAtPartner() {
  const span = { partnerId: partner.partnerId, from: inDays(-1), until: inDays(1) };
  const entries = await app.deps.db.asSystem((tx) => readEntries(tx, span));
  return entries.flatMap(({ collectedByPartnerMinor, heldForCustomerMinor }) =>
    heldForCustomerMinor === 0 ? [] : [[collectedByPartnerMinor, heldForCustomerMinor]],
  );
}

test('a trial is not sent to the partner, and needs no card there [PAY-05]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app, { partner }), { planType: 'trial' });
  expect(purchase).toMatchObject({ clientSecret: null, gateway: 'none' });
  expect((await complete(app, purchase)).order.chargedAmount).toBe(0);
});

test('a payment page on an unregistered host is never used, and forgoPayments comes first [PAY-05] [BRD-02]', async () => {
  const { partnerId } = partner;
  const paymentUrl = 'https://elsewhere.test/pay';
  await app.deps.db.asSystem((tx) => updatePartner(tx, partnerId, { paymentUrl }));
  await expect(aPurchaseAtPartner(app, partner)).rejects.toThrow('PAYMENT_GATEWAY_UNAVAILABLE');
  await setFlag(app.deps, partnerId, 'forgoPayments', true);
  const link = await aPurchaseLink(app, { partner });
  expect((await app.must(authenticatePurchase, link)).flow).toBe('purchase');
  const purchase = await aReadyPurchase(app, link);
  expect(purchase.gateway).toBe('partner');
  expect((await complete(app, purchase)).status).toBe('successful');
});
