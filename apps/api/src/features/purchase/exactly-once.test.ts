import { completePurchase, initiatePurchase } from '@postern/contract/purchase';
import { signOut } from '@postern/contract/session';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookedFor, ordersOf, readBalance } from '../../testing/audit-rows.ts';
import {
  aCustomerWithDomain,
  aPurchaseLink,
  aReadyPurchase,
  complete,
  openLink,
  payByCard,
  type ReadyPurchase,
} from '../../testing/builders.ts';
import { sendWebhook } from '../../testing/send-webhook.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { setFlag, setPurchaseLinkHours } from '../partners/change-partner.ts';
import { sweepPurchases } from './provision/sweep-purchases.ts';
import { gatewayEvent, purchase as purchaseTable } from './tables.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

async function rowOf({ trackingId }: ReadyPurchase) {
  const [row] = await app.deps.db.global.select().from(purchaseTable).where(eq(purchaseTable.trackingId, trackingId));
  if (row === undefined) throw new Error('no purchase');
  return row;
}

const inputOf = ({ wish, trackingId }: ReadyPurchase) => ({ ...wish, trackingId });

test('twenty concurrent completions over two instances, with five copies of each webhook in any order, make one order, one charge and one answer [PAY-03]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
    await payByCard(app, purchase.clientSecret);
    const { intentId, customerId, purchaseId } = await rowOf(purchase);
    const hooks = ['intent.requires_action', 'intent.failed', 'intent.succeeded'].flatMap((type) =>
      Array.from(
        { length: 5 },
        (_, copy) => () =>
          sendWebhook(copy % 2 === 0 ? app : second, { id: `evt_${round}_${type}`, type, intentId: intentId ?? '' }),
      ),
    );
    const calls = Array.from(
      { length: 20 },
      (_, number) => () =>
        (number % 2 === 0 ? app : second).call(completePurchase, inputOf(purchase), { token: purchase.token }),
    );
    const mixed = round % 2 === 0 ? [...hooks, ...calls] : [...calls, ...hooks];
    const answers = await Promise.all(mixed.map((start) => start()));
    expect(answers.filter((answer) => typeof answer === 'number')).toEqual(Array(15).fill(200));
    const texts = answers.flatMap((answer) => (typeof answer === 'number' ? [] : [`${answer.status} ${answer.text}`]));
    expect(texts).toHaveLength(20);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^200 /);
    expect(await ordersOf(app, customerId)).toHaveLength(1);
    expect((await bookedFor(app, purchaseId)).map((entry) => entry.kind)).toEqual(['charge']);
  }
  const { taken, booked, ordered } = await readBalance(app);
  expect(taken).toEqual(ordered);
  expect(booked).toEqual(ordered);
  const counted = { started: 5, declined: 5, settled: 5, failed: 0, refunded: 0 };
  for (const [event, times] of Object.entries(counted)) expect(await countPayments(event), event).toBe(times);
});

/** What the metrics of both instances say together. */
async function countPayments(event: string): Promise<number> {
  const texts = await Promise.all([app, second].map(({ deps }) => deps.metrics.write()));
  const line = new RegExp(`^postern_payments_total\\{event="${event}",gateway="sandbox"\\} (\\d+)$`, 'gm');
  return [...texts.join('\n').matchAll(line)].reduce((sum, [, times]) => sum + Number(times), 0);
}

test('a webhook alone finishes a purchase whose buyer closed the browser, and is recorded once [PAY-03] [PAY-02]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  await payByCard(app, purchase.clientSecret);
  const { intentId } = await rowOf(purchase);
  const event = { id: 'evt_alone', type: 'intent.succeeded', intentId: intentId ?? '' };
  expect(await sendWebhook(app, event)).toBe(200);
  expect((await rowOf(purchase)).state).toBe('confirmed');
  expect(await sendWebhook(app, event)).toBe(200);
  const kept = await app.deps.db.global.select().from(gatewayEvent).where(eq(gatewayEvent.eventId, 'evt_alone'));
  expect(kept).toHaveLength(1);
});

test('a webhook that says paid changes nothing unless the gateway confirms it when asked; an unsigned one is refused [PAY-02] [PAY-03]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  const { intentId } = await rowOf(purchase);
  const event = { id: 'evt_lie', type: 'intent.succeeded', intentId: intentId ?? '' };
  expect(await sendWebhook(app, event, 'guessed')).toBe(400);
  expect(await sendWebhook(app, event)).toBe(200);
  expect((await rowOf(purchase)).state).toBe('intent_created');
  expect(await sendWebhook(app, { ...event, intentId: 'pi_unknown' })).toBe(200);
});

test('the sweep finishes a paid purchase that nobody reported, once, even if two sweeps run at once [PAY-03]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  await payByCard(app, purchase.clientSecret);
  app.clock.advance({ seconds: 20 });
  await Promise.all([sweepPurchases(app.deps), sweepPurchases(second.deps)]);
  const { state, customerId } = await rowOf(purchase);
  expect(state).toBe('confirmed');
  expect(await ordersOf(app, customerId)).toHaveLength(1);
  expect((await complete(app, purchase)).status).toBe('successful');
});

test('if the domain was taken meanwhile, the money is refunded and there is no order [PAY-03]', async () => {
  const first = await aReadyPurchase(app, await aPurchaseLink(app, { domain: 'wanted.test', email: 'a@first.test' }));
  const late = await aReadyPurchase(app, await aPurchaseLink(app, { domain: 'wanted.test', email: 'b@late.test' }));
  await payByCard(app, first.clientSecret);
  await payByCard(app, late.clientSecret);
  await complete(app, first);
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => app.call(completePurchase, inputOf(late), { token: late.token })),
  );
  for (const answer of tries)
    expect(answer).toMatchObject({ ok: false, code: 'DOMAIN_TAKEN', problem: { attrs: { refunded: true } } });
  const { purchaseId, customerId } = await rowOf(late);
  expect(await ordersOf(app, customerId)).toEqual([]);
  expect((await bookedFor(app, purchaseId)).map((entry) => entry.kind).sort()).toEqual(['charge', 'refund']);
  const refunds = (await app.gateway.readLedger()).filter((item) => item.type === 'refund');
  expect(refunds).toHaveLength(1);
  const { taken, booked, ordered } = await readBalance(app);
  expect([taken, booked]).toEqual([ordered, ordered]);
});

test('of two buyers who pay for a domain at the same moment, one gets it and the other a refund [PAY-03]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const domain = `race-${round}.test`;
    const rivals = await Promise.all(
      ['x', 'y', 'z'].map(async (name) =>
        aReadyPurchase(app, await aPurchaseLink(app, { domain, email: `${name}@${domain}` })),
      ),
    );
    await Promise.all(rivals.map((rival) => payByCard(app, rival.clientSecret)));
    const answers = await Promise.all(
      rivals.map((rival, index) =>
        (index === 0 ? app : second).call(completePurchase, inputOf(rival), { token: rival.token }),
      ),
    );
    expect(answers.map((answer) => (answer.ok ? 'bought' : answer.code)).sort()).toEqual([
      'DOMAIN_TAKEN',
      'DOMAIN_TAKEN',
      'bought',
    ]);
  }
  const { taken, booked, ordered } = await readBalance(app);
  expect([taken, booked]).toEqual([ordered, ordered]);
});

test("a partner's settlement is cancelled if its domain was taken [PAY-05] [PAY-03]", async () => {
  await setFlag(app.deps, app.otherPartner.partnerId, 'forgoPayments', true);
  const wish = { domain: 'settled.test', partner: app.otherPartner };
  const late = await aReadyPurchase(app, await aPurchaseLink(app, wish));
  await aCustomerWithDomain(app, { domain: 'settled.test', email: 'quick@settled.test' });
  expect(await app.refusal(completePurchase, inputOf(late), { token: late.token })).toBe('DOMAIN_TAKEN');
  const entries = await bookedFor(app, (await rowOf(late)).purchaseId);
  expect(entries.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`).sort()).toEqual([
    'refund 8700',
    'settlement 8700',
  ]);
});

test('a payment page left open for a day can no longer be paid; the link then starts a new intent [PAY-03]', async () => {
  await setPurchaseLinkHours(app.deps, app.partner.partnerId, 168);
  const link = await aPurchaseLink(app, { expiresInSeconds: 7 * 86_400 });
  const purchase = await aReadyPurchase(app, link);
  app.clock.advance({ hours: 30 });
  await sweepPurchases(app.deps);
  expect((await payByCard(app, purchase.clientSecret)).status).toBe('failed');
  const token = await openLink(app, link);
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, purchase.wish, { token });
  expect(stripeSecret).not.toBe(purchase.clientSecret);
  await payByCard(app, stripeSecret);
  expect((await app.must(completePurchase, { ...purchase.wish, trackingId }, { token })).status).toBe('successful');
});

test('signing out ends the purchase token too: repeating the purchase does not restore the session [PAY-03] [ENT-12]', async () => {
  const { purchase, token } = await aCustomerWithDomain(app);
  await app.must(signOut, {}, { token });
  expect(await app.refusal(completePurchase, inputOf(purchase), { token: purchase.token })).toBe('UNAUTHENTICATED');
  expect(await app.refusal(readCurrentPlan, {}, { token })).toBe('UNAUTHENTICATED');
});
