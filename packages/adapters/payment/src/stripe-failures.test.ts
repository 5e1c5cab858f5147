import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentGateway } from './port.ts';
import { stripeGateway } from './stripe.ts';
import { type FakeStripe, SECRET_KEY, STRIPE_WEBHOOK_SECRET, startFakeStripe } from './testing/fake-stripe.ts';

const secrets = { secretKey: SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET };

function aPayment() {
  return {
    idempotencyKey: randomUUID(),
    amountMinor: 1_000,
    currency: 'USD',
    description: '',
    metadata: {},
    saveCard: false,
    customerReference: 'customer-1',
  };
}

describe('when Stripe fails', () => {
  let fake: FakeStripe;
  let gateway: PaymentGateway;
  beforeEach(async () => {
    fake = await startFakeStripe();
    gateway = stripeGateway({ ...secrets, ...fake.address });
  });
  afterEach(() => fake[Symbol.asyncDispose]());

  test('a call whose answer is lost after Stripe has acted is repeated with the same key [PAY-03]', async () => {
    fake.failNext(/^\/v1\/payment_intents$/, 'lose-answer');
    const payment = aPayment();
    const { intentId } = await gateway.createPaymentIntent(payment);
    const creations = fake.calls.filter((call) => call.method === 'POST' && call.path === '/v1/payment_intents');
    expect(creations.map((call) => call.idempotencyKey)).toEqual([payment.idempotencyKey, payment.idempotencyKey]);
    expect([...fake.books.intents.keys()]).toEqual([intentId]);
  });

  test('a refund whose answers are all lost is unavailable, and given once when requested again [PAY-03]', async () => {
    const { intentId, clientSecret } = await gateway.createPaymentIntent(aPayment());
    await fake.confirm(clientSecret, 'pm_card_visa');
    const refund = { idempotencyKey: randomUUID(), intentId, amountMinor: 1_000, reason: 'test' };
    fake.failNext(/^\/v1\/refunds$/, 'lose-answer', 3);
    const lost = gateway.refund(refund);
    await expect(lost).rejects.toMatchObject({ kind: 'unavailable', code: 'connection_failed' });
    fake.failNext(/^\/v1\/refunds\?/, { status: 200, body: '{"object":"list","data":[]}' });
    const { refundId } = await gateway.refund(refund);
    fake.passDay();
    expect(await gateway.refund(refund)).toEqual({ refundId });
    expect([...fake.books.refunds.keys()]).toEqual([refundId]);
  });

  test('if Stripe answers too late it is unavailable, and asking again gives the result [PAY-03]', async () => {
    const hasty = stripeGateway({ ...secrets, ...fake.address, timeoutMillis: 150 });
    const payment = aPayment();
    fake.failNext(/^\/v1\/payment_intents$/, 'no-answer');
    const startedMillis = performance.now();
    await expect(hasty.createPaymentIntent(payment)).rejects.toMatchObject({ kind: 'unavailable', code: 'timeout' });
    expect(performance.now() - startedMillis).toBeLessThan(5_000);
    const first = await gateway.createPaymentIntent(payment);
    expect(await gateway.createPaymentIntent(payment)).toEqual(first);
    expect(fake.books.intents.size).toBe(1);
  });

  const error = (fields: object) => JSON.stringify({ error: { message: 'No.', ...fields } });
  test.for([
    [400, error({ type: 'invalid_request_error', code: 'amount_too_small' }), 'refused', 'amount_too_small'],
    [400, error({ type: 'invalid_request_error' }), 'refused', 'invalid_request'],
    [400, error({ type: 'idempotency_error' }), 'refused', 'idempotency_key_reused'],
    [401, error({ type: 'invalid_request_error' }), 'refused', 'unauthorized'],
    [402, error({ type: 'card_error', code: 'expired_card' }), 'refused', 'expired_card'],
    [403, error({ type: 'invalid_request_error' }), 'refused', 'forbidden'],
    [409, error({ type: 'idempotency_error' }), 'unavailable', 'status_409'],
    [424, error({ type: 'api_error' }), 'unavailable', 'status_424'],
    [429, error({ type: 'invalid_request_error', code: 'lock_timeout' }), 'unavailable', 'rate_limit'],
    [500, error({ type: 'api_error' }), 'unavailable', 'status_500'],
    [503, error({ type: 'api_error' }), 'unavailable', 'status_503'],
    [503, '{"message":"from a proxy"}', 'unavailable', 'bad_answer'],
    [200, '<html>', 'unavailable', 'bad_answer'],
    [200, '{}', 'unavailable', 'bad_answer'],
  ] as const)('an answer of %i %s is %s with code %s [PAY-03]', async ([status, body, kind, code]) => {
    const { intentId } = await gateway.createPaymentIntent(aPayment());
    fake.failNext(/^\/v1\/payment_intents$/, { status, body }, 3);
    const creation = gateway.createPaymentIntent(aPayment());
    await expect(creation).rejects.toMatchObject({ name: 'PaymentGatewayError', kind, code });
    fake.failNext(/^\/v1\/payment_intents\//, { status, body }, 3);
    await expect(gateway.readIntent(intentId)).rejects.toMatchObject({ name: 'PaymentGatewayError', kind, code });
  });

  test('an unknown status is an error, not a guess [PAY-03]', async () => {
    const { intentId } = await gateway.createPaymentIntent(aPayment());
    Object.assign(fake.books.intents.get(intentId) ?? {}, { status: 'reviewing' });
    const reading = gateway.readIntent(intentId);
    await expect(reading).rejects.toMatchObject({ kind: 'unavailable', code: 'bad_answer' });
  });

  test('if Stripe is down it is unavailable, and the check says so without the key [PAY-02]', async () => {
    const away = stripeGateway({ ...secrets, host: '127.0.0.1', port: 9, protocol: 'http' });
    await expect(away.readIntent('pi_1')).rejects.toMatchObject({ kind: 'unavailable', code: 'connection_failed' });
    expect(await away.check()).toEqual({ ok: false, detail: "Stripe can't be used (connection_failed)." });
    const stranger = stripeGateway({ ...secrets, secretKey: 'sk_test_wrong', ...fake.address });
    expect(await stranger.check()).toEqual({ ok: false, detail: "Stripe can't be used (unauthorized)." });
    expect(await gateway.check()).toEqual({ ok: true, detail: 'Stripe answers, in test mode.' });
  });
});
