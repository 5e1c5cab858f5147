import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  API_KEY,
  aCard,
  temporaryFolder,
  readWholeLedger,
  startGatewayProcess,
  WEBHOOK_SECRET,
} from '@postern/sandbox-gateway/testing/gateway-process';
import { useGateway } from '@postern/sandbox-gateway/testing/use-gateway';
import { startWebhookReceiver } from '@postern/testkit/webhook-receiver';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, paymentGatewayConformance } from './conformance.ts';
import type { NewPaymentIntent } from './port.ts';
import { sandboxGateway } from './sandbox.ts';

const CARD_NUMBERS = {
  ...{ works: '4242424242424242', declined: '4000000000000002', challenged: '4000002500003155' },
  'takes-time': '4000000000005001',
};

paymentGatewayConformance('sandbox', async (): Promise<GatewayUnderTest> => {
  const folder = await temporaryFolder();
  const receiver = await startWebhookReceiver();
  const process = await startGatewayProcess(folder.path, ['--webhook-url', receiver.url]);
  const secrets = { apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET };
  const challenges = new Map<string, string>();
  return {
    gateway: sandboxGateway({ baseUrl: process.baseUrl, ...secrets }),
    strangersGateway: sandboxGateway({ baseUrl: process.baseUrl, apiKey: 'wrong', webhookSecret: 'wrong' }),
    async confirm(clientSecret, card) {
      const { body } = await process.confirm(clientSecret, aCard(CARD_NUMBERS[card]));
      challenges.set(clientSecret, body.challengeUrl);
    },
    async answerChallenge(clientSecret, approve) {
      const decision = approve ? 'approve' : 'decline';
      const body = new URLSearchParams({ decision });
      await fetch(challenges.get(clientSecret) ?? '', { method: 'POST', body });
    },
    async dispute(intentId, isInquiry = false) {
      const answer = await process.call('POST', '/v1/disputes', { intentId, isInquiry }, `dispute-${intentId}`);
      return answer.body.disputeId;
    },
    async closeDispute(disputeId, outcome) {
      await process.call('POST', `/v1/disputes/${disputeId}/close`, { outcome }, `close-${disputeId}`);
    },
    async settle(intentId, outcome) {
      await process.call('POST', `/v1/intents/${intentId}/settle`, { outcome }, `settle-${intentId}`);
    },
    async failRefund(refundId) {
      await process.call('POST', `/v1/refunds/${refundId}/fail`, {}, `fail-${refundId}`);
    },
    webhook: (intentId, type) => receiver.next(({ event }) => event.data.intentId === intentId && event.type === type),
    async close() {
      await process.end('SIGTERM');
      await receiver[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});

describe('the sandbox adapter', () => {
  const payment: NewPaymentIntent = {
    idempotencyKey: 'key-1',
    amountMinor: 1_000,
    currency: 'USD',
    description: '',
    metadata: {},
    saveCard: true,
    customerReference: 'customer-1',
  };
  const secrets = { apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET };
  const own = useGateway();

  test('a call whose connection breaks is made once more with the same key and has one effect [PAY-03]', async () => {
    const keys: string[] = [];
    // A relay in between, which drops the first answer after the gateway has acted.
    const relay = createServer((request, response) => {
      void json(request).then(async (body) => {
        const key = request.headers['idempotency-key'] as string;
        keys.push(key);
        const answer = await own.call('POST', request.url ?? '', body, key);
        if (keys.length === 1) return request.socket.destroy();
        return response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const { intentId } = await sandboxGateway({ baseUrl, ...secrets }).createPaymentIntent(payment);
    relay.close();
    expect(keys).toEqual(['key-1', 'key-1']);
    const intents = (await readWholeLedger(own)).filter((item) => item.type === 'intent');
    expect(intents.map((item) => item.intent.intentId)).toEqual([intentId]);
  });

  test('a gateway that answers too late is unavailable, and asking again gives the result [PAY-03]', async () => {
    const patient = sandboxGateway({ baseUrl: own.baseUrl, ...secrets });
    const hasty = sandboxGateway({ baseUrl: own.baseUrl, ...secrets, timeoutMillis: 150 });
    await own.call('POST', '/v1/faults', { delayMillis: 60_000 });
    const late = hasty.createPaymentIntent({ ...payment, idempotencyKey: 'key-2' });
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'timeout' });
    await own.call('POST', '/v1/faults', { delayMillis: 0 });
    const first = await patient.createPaymentIntent({ ...payment, idempotencyKey: 'key-2' });
    expect(await patient.createPaymentIntent({ ...payment, idempotencyKey: 'key-2' })).toEqual(first);
  });

  test('a gateway that is down is unavailable, and the check says so [PAY-02]', async () => {
    const away = sandboxGateway({ baseUrl: 'http://127.0.0.1:9', ...secrets });
    await expect(away.readIntent('pi_1')).rejects.toMatchObject({ kind: 'unavailable', code: 'connection_failed' });
    expect(await away.check()).toEqual({ ok: false, detail: "The sandbox gateway can't be used (connection_failed)." });
  });

  test('a saved card is charged later for its own customer only [PAY-02]', async () => {
    const gateway = sandboxGateway({ baseUrl: own.baseUrl, ...secrets });
    const { intentId, clientSecret } = await gateway.createSetupIntent({
      idempotencyKey: 'setup-1',
      metadata: {},
      customerReference: 'customer-1',
    });
    await own.confirm(clientSecret, aCard(CARD_NUMBERS.works));
    const paymentMethodId = (await gateway.readIntent(intentId)).card?.paymentMethodId ?? '';
    const charge = { ...payment, paymentMethodId, idempotencyKey: 'renewal-1' };
    const { saveCard: _, ...renewal } = charge;
    const [first, second] = [await gateway.chargeOffSession(renewal), await gateway.chargeOffSession(renewal)];
    expect(first).toMatchObject({ status: 'succeeded', amountMinor: 1_000 });
    expect(second).toEqual(first);
    const strangers = { ...renewal, idempotencyKey: 'renewal-2', customerReference: 'customer-2' };
    await expect(gateway.chargeOffSession(strangers)).rejects.toMatchObject({ code: 'payment_method_unknown' });
  });

  test.for([
    ['not JSON', 'not json', 'sandbox-signature'],
    ['of an unknown type', '{"id":"e","type":"other","created":1,"data":{"intentId":"i"}}', 'sandbox-signature'],
    ['without its header', '{"id":"e","type":"intent.failed","created":1,"data":{"intentId":"i"}}', 'other-header'],
  ] as const)('a signed webhook that is %s is refused [PAY-02]', ([, body, header]) => {
    const gateway = sandboxGateway({ baseUrl: 'http://127.0.0.1:9', ...secrets });
    const now = Date.now();
    expect(gateway.verifyWebhook(body, { [header]: sign(body, now) }, now)).toBeNull();
  });

  test.for([
    [299, true],
    [301, false],
    [-299, true],
    [-301, false],
  ] as const)('a webhook signed %i seconds ago is believed: %s [PAY-02]', ([secondsAgo, believed]) => {
    const gateway = sandboxGateway({ baseUrl: 'http://127.0.0.1:9', ...secrets });
    const body = '{"id":"e","type":"intent.failed","created":1,"data":{"intentId":"i"}}';
    const now = 1_800_000_000_000;
    const headers = { 'sandbox-signature': sign(body, now - secondsAgo * 1000) };
    expect(gateway.verifyWebhook(body, headers, now) !== null).toBe(believed);
  });
});

/** Stripe's own library signs in the same scheme. */
function sign(payload: string, epochMillis: number): string {
  const timestamp = Math.floor(epochMillis / 1000);
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
}
