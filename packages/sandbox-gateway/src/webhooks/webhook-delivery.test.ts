import { createHmac } from 'node:crypto';
import { type ReceivedWebhook, startWebhookReceiver } from '@postern/testkit/webhook-receiver';
import { describe, expect, test } from 'vitest';
import { aPaymentIntent } from '../testing/an-intent.ts';
import { aCard, temporaryFolder, startGatewayProcess, WEBHOOK_SECRET } from '../testing/gateway-process.ts';

const CARD = aCard('4242424242424242');

function about(intentId: string, type = 'intent.succeeded') {
  return ({ event }: ReceivedWebhook) => event.data.intentId === intentId && event.type === type;
}

describe('webhooks', () => {
  test('an event is sent again until it is accepted, signed anew each time, and not after that [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    await using receiver = await startWebhookReceiver();
    await using gateway = await startGatewayProcess(folder.path, ['--webhook-url', receiver.url]);
    receiver.answerWith(500);
    const { intentId, clientSecret } = await aPaymentIntent(gateway);
    await gateway.confirm(clientSecret, CARD);
    await receiver.next(about(intentId), 2);
    receiver.answerWith(200);
    const accepted = await receiver.next(about(intentId), 3);
    expect(accepted.event).toMatchObject({ type: 'intent.succeeded', data: { intentId } });
    const signedAt = receiver.received.filter(about(intentId)).map(readSignature);
    // The first two pauses are 0.5 s and 1 s, so the third try is signed in a later second than the first.
    expect(signedAt[2]).toBeGreaterThan(signedAt[0] ?? Number.NaN);
    // A later event arrives; if the accepted one were still due, it would have come again before.
    const later = await aPaymentIntent(gateway);
    await gateway.confirm(later.clientSecret, CARD);
    await receiver.next(about(later.intentId));
    expect(receiver.received.filter(about(intentId))).toHaveLength(3);
  });

  test('events that were not delivered before a crash are delivered after it, and no others [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    await using receiver = await startWebhookReceiver();
    const args = ['--webhook-url', receiver.url];
    const first = await startGatewayProcess(folder.path, args);
    const [done, open] = [await aPaymentIntent(first), await aPaymentIntent(first)];
    await first.confirm(done.clientSecret, CARD);
    await receiver.next(about(done.intentId));
    await first.call('POST', '/v1/faults', { dropWebhooks: 1000 });
    await first.confirm(open.clientSecret, CARD);
    // A clean end first, which records that the first one was accepted.
    await first.end('SIGTERM');
    const second = await startGatewayProcess(folder.path, args);
    await receiver.next(about(open.intentId));
    await second.end('SIGKILL');
    expect(receiver.received.filter(about(done.intentId))).toHaveLength(1);
  });

  test('an event can be replayed to every endpoint [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    await using one = await startWebhookReceiver();
    await using two = await startWebhookReceiver();
    const args = ['--webhook-url', one.url, '--webhook-url', two.url];
    await using gateway = await startGatewayProcess(folder.path, args);
    const { intentId, clientSecret } = await aPaymentIntent(gateway);
    await gateway.confirm(clientSecret, CARD);
    const [{ event }] = await Promise.all([one.next(about(intentId)), two.next(about(intentId))]);
    expect((await gateway.call('POST', `/v1/events/${event.id}/replay`)).status).toBe(202);
    const again = await Promise.all([one.next(about(intentId), 2), two.next(about(intentId), 2)]);
    expect(again.map((webhook) => webhook.event)).toEqual([event, event]);
    expect((await gateway.call('POST', '/v1/events/evt_unknown/replay')).status).toBe(404);
  });

  test('every change of an intent sends an event [PAY-02]', async () => {
    await using folder = await temporaryFolder();
    await using receiver = await startWebhookReceiver();
    await using gateway = await startGatewayProcess(folder.path, ['--webhook-url', receiver.url]);
    const paid = await aPaymentIntent(gateway);
    await gateway.confirm(paid.clientSecret, aCard('4000000000000002'));
    await gateway.confirm(paid.clientSecret, CARD);
    const refund = { intentId: paid.intentId, amountMinor: 1, reason: '' };
    await gateway.call('POST', '/v1/refunds', refund, 'refund-1');
    const canceled = await aPaymentIntent(gateway);
    await gateway.confirm(canceled.clientSecret, aCard('4000002500003155'));
    await gateway.call('POST', `/v1/intents/${canceled.intentId}/cancel`, {}, 'cancel-1');
    await Promise.all([
      receiver.next(about(paid.intentId, 'intent.failed')),
      receiver.next(about(paid.intentId, 'intent.succeeded')),
      receiver.next(about(paid.intentId, 'refund.created')),
      receiver.next(about(canceled.intentId, 'intent.requires_action')),
      receiver.next(about(canceled.intentId, 'intent.canceled')),
    ]);
  });
});

/** When it was signed, in epoch seconds; NaN for a wrong signature. */
function readSignature({ headers, rawBody }: ReceivedWebhook): number {
  const [, seconds = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['sandbox-signature'])) ?? [];
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.`).update(rawBody).digest('hex');
  return given === expected ? Number(seconds) : Number.NaN;
}
