import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { stripeGateway } from './stripe.ts';

const SECRET = 'whsec_test';
const NOW = 1_900_000_000_000;
const gateway = stripeGateway({
  secretKey: 'sk_test_none',
  webhookSecret: SECRET,
  host: '127.0.0.1',
  port: 9,
  protocol: 'http',
});

function signed(body: string, secondsAgo = 0, secret = SECRET) {
  const timestamp = NOW / 1000 - secondsAgo;
  return { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}
const anEvent = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_899_999_990, data: { object } });

describe('webhooks of Stripe', () => {
  test.for([
    ['payment_intent.succeeded', { id: 'pi_1' }, 'intent.succeeded', 'pi_1'],
    ['payment_intent.payment_failed', { id: 'pi_1' }, 'intent.failed', 'pi_1'],
    ['payment_intent.requires_action', { id: 'pi_1' }, 'intent.requires_action', 'pi_1'],
    ['payment_intent.canceled', { id: 'pi_1' }, 'intent.canceled', 'pi_1'],
    ['setup_intent.succeeded', { id: 'seti_1' }, 'intent.succeeded', 'seti_1'],
    ['setup_intent.setup_failed', { id: 'seti_1' }, 'intent.failed', 'seti_1'],
    ['setup_intent.requires_action', { id: 'seti_1' }, 'intent.requires_action', 'seti_1'],
    ['setup_intent.canceled', { id: 'seti_1' }, 'intent.canceled', 'seti_1'],
    ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, 'refund.created', 'pi_1'],
    ['refund.created', { id: 're_1', payment_intent: { id: 'pi_1' } }, 'refund.created', 'pi_1'],
    ['charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' }, 'dispute.changed', 'pi_1', 'dp_1'],
    ['charge.dispute.funds_withdrawn', { id: 'dp_1', payment_intent: 'pi_1' }, 'dispute.changed', 'pi_1', 'dp_1'],
    ['charge.dispute.closed', { id: 'dp_1', payment_intent: 'pi_1' }, 'dispute.changed', 'pi_1', 'dp_1'],
    ['charge.refund.updated', { id: 're_1', payment_intent: 'pi_1' }, 'refund.changed', 'pi_1', 're_1'],
    ['refund.updated', { id: 're_1', payment_intent: { id: 'pi_1' } }, 'refund.changed', 'pi_1', 're_1'],
    ['refund.failed', { id: 're_1', payment_intent: 'pi_1' }, 'refund.changed', 'pi_1', 're_1'],
  ] as const)('%s about %o is %s of %s [PAY-02]', ([type, object, ours, intentId, id]) => {
    const body = anEvent(type, object);
    const event = {
      ...{ eventId: 'evt_1', type: ours, intentId, createdEpochMillis: 1_899_999_990_000 },
      ...(id === undefined ? {} : { [ours === 'refund.changed' ? 'refundId' : 'disputeId']: id }),
    };
    expect(gateway.verifyWebhook(Buffer.from(body), signed(body), NOW)).toEqual(event);
  });

  test.for([
    ['customer.created', { id: 'cus_1' }],
    ['payment_intent.created', { id: 'pi_1' }],
    ['charge.refunded', { id: 'ch_1', payment_intent: null }],
    ['charge.dispute.created', { id: 'dp_1', payment_intent: null }],
    ['refund.failed', { id: 're_1', payment_intent: null }],
    ['constructor', { id: 'x' }],
  ] as const)('%s about %o is genuine and ignored [PAY-02]', ([type, object]) => {
    const body = anEvent(type, object);
    expect(gateway.verifyWebhook(body, signed(body), NOW)).toBe('ignored');
    expect(gateway.verifyWebhook(body, signed(body, 0, 'whsec_other'), NOW)).toBeNull();
  });

  test.for([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const)('one signed %i seconds ago is believed: %s [PAY-02]', ([secondsAgo, believed]) => {
    const body = anEvent('payment_intent.succeeded', { id: 'pi_1' });
    expect(gateway.verifyWebhook(body, signed(body, secondsAgo), NOW) !== null).toBe(believed);
  });

  test.for(['not json', '{}', 'null', anEvent('payment_intent.succeeded', { id: '' }).replace('"evt_1"', '7'), ''])(
    'a signed body that isn’t an event is refused: %s [PAY-02]',
    (body) => {
      expect(gateway.verifyWebhook(body, signed(body), NOW)).toBeNull();
    },
  );

  test.for([
    [{}],
    [{ 'stripe-signature': '' }],
    [{ 'stripe-signature': 't=,v1=' }],
    [{ 'stripe-signature': ['a', 'b'] }],
  ])('one with headers %o is refused [PAY-02]', ([headers]) => {
    const body = anEvent('payment_intent.succeeded', { id: 'pi_1' });
    expect(gateway.verifyWebhook(body, headers ?? {}, NOW)).toBeNull();
  });

  test('a webhook signed with an old and a new secret is accepted [PAY-02]', () => {
    const body = anEvent('payment_intent.succeeded', { id: 'pi_1' });
    const [time, own] = signed(body)['stripe-signature'].split(',');
    const both = { 'stripe-signature': `${time},v1=${'0'.repeat(64)},${own}` };
    expect(gateway.verifyWebhook(body, both, NOW)).toMatchObject({ intentId: 'pi_1' });
  });
});
