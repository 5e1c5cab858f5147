import { randomUUID } from 'node:crypto';
import { startWebhookReceiver } from '@postern/testkit/webhook-receiver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, paymentGatewayConformance } from './conformance.ts';
import type { NewPaymentIntent, OffSessionCharge, PaymentGateway } from './port.ts';
import { STRIPE_API_VERSION, stripeGateway } from './stripe.ts';
import { decodeForm } from './testing/fake-stripe-form.ts';
import { type FakeStripe, SECRET_KEY, STRIPE_WEBHOOK_SECRET, startFakeStripe } from './testing/fake-stripe.ts';

const CARDS = {
  works: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  challenged: 'pm_card_authenticationRequired',
  'takes-time': 'pm_takes_time',
};
const STRIPE_TYPES: Record<string, string> = {
  'intent.succeeded': 'payment_intent.succeeded',
  'dispute.changed': 'charge.dispute.created',
  'refund.changed': 'refund.failed',
};

paymentGatewayConformance('stripe', async (): Promise<GatewayUnderTest> => {
  const receiver = await startWebhookReceiver();
  const fake = await startFakeStripe(receiver.url);
  return {
    gateway: stripeGateway({ secretKey: SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, ...fake.address }),
    strangersGateway: stripeGateway({ secretKey: 'sk_test_wrong', webhookSecret: 'whsec_wrong', ...fake.address }),
    confirm: (clientSecret, card) => fake.confirm(clientSecret, CARDS[card]),
    passDay: () => fake.passDay(),
    answerChallenge: async (clientSecret, approve) => fake.authenticate(clientSecret, approve),
    dispute: async (intentId, isInquiry) => fake.dispute(intentId, isInquiry),
    closeDispute: async (disputeId, outcome) => fake.closeDispute(disputeId, outcome),
    settle: async (intentId, outcome) => fake.settle(intentId, outcome),
    failRefund: async (refundId) => fake.failRefund(refundId),
    webhook: (intentId, type) =>
      receiver.next(({ rawBody, event }) => event.type === STRIPE_TYPES[type] && rawBody.includes(intentId)),
    async close() {
      await fake[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
});

describe('the Stripe adapter', () => {
  let fake: FakeStripe;
  let gateway: PaymentGateway;
  beforeAll(async () => {
    fake = await startFakeStripe();
    gateway = stripeGateway({ secretKey: SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, ...fake.address });
  });
  afterAll(() => fake[Symbol.asyncDispose]());

  const payment = (over: Partial<NewPaymentIntent> = {}): NewPaymentIntent => ({
    idempotencyKey: randomUUID(),
    amountMinor: 1_000,
    currency: 'USD',
    description: 'Email for bluebottle.test',
    metadata: {},
    saveCard: false,
    customerReference: 'customer-1',
    ...over,
  });
  const lastBodyOf = (path: string) =>
    decodeForm(fake.calls.findLast((call) => call.method === 'POST' && call.path === path)?.body ?? '');
  async function savedCard(card: string, customerReference = 'customer-1'): Promise<string> {
    const setup = { idempotencyKey: randomUUID(), metadata: {}, customerReference };
    const { intentId, clientSecret } = await gateway.createSetupIntent(setup);
    await fake.confirm(clientSecret, card);
    return (await gateway.readIntent(intentId)).card?.paymentMethodId ?? '';
  }
  const renewal = (paymentMethodId: string): OffSessionCharge => {
    const { saveCard: _, ...rest } = payment({ description: 'Renewal', metadata: { orderId: 'order-1' } });
    return { ...rest, paymentMethodId };
  };

  test.for(['USD', 'INR', 'GBP', 'EUR', 'BRL', 'PEN', 'ZAR'])(
    '%s is charged with two decimals [PAY-02]',
    async (currency) => {
      const { intentId } = await gateway.createPaymentIntent(payment({ amountMinor: 1_234, currency }));
      expect(lastBodyOf('/v1/payment_intents')).toMatchObject({ amount: '1234', currency: currency.toLowerCase() });
      expect(await gateway.readIntent(intentId)).toMatchObject({ amountMinor: 1_234, currency });
    },
  );

  test.for(['JPY', 'KWD', 'usd', ''])(
    'an amount in %o is refused before Stripe is asked [PAY-02]',
    async (currency) => {
      const callsBefore = fake.calls.length;
      const refused = { kind: 'refused', code: 'currency_unsupported' };
      await expect(gateway.createPaymentIntent(payment({ currency }))).rejects.toMatchObject(refused);
      await expect(gateway.chargeOffSession({ ...renewal('pm_1'), currency })).rejects.toMatchObject(refused);
      expect(fake.calls).toHaveLength(callsBefore);
    },
  );

  test('a payment lets the payer choose how to pay, and saves the card only if requested [PAY-02]', async () => {
    await gateway.createPaymentIntent(payment({ saveCard: true }));
    const keeping = { automatic_payment_methods: { enabled: 'true' }, setup_future_usage: 'off_session' };
    expect(lastBodyOf('/v1/payment_intents')).toMatchObject(keeping);
    const { intentId, clientSecret } = await gateway.createPaymentIntent(payment());
    expect(lastBodyOf('/v1/payment_intents')['setup_future_usage']).toBeUndefined();
    await fake.confirm(clientSecret, CARDS.works);
    const paymentMethodId = (await gateway.readIntent(intentId)).card?.paymentMethodId ?? '';
    const charge = gateway.chargeOffSession(renewal(paymentMethodId));
    await expect(charge).rejects.toMatchObject({ kind: 'refused', code: 'payment_method_unknown' });
  });

  test('a customer of ours is one customer at Stripe, even while its search lags and after its keys expire [PAY-02]', async () => {
    const customerReference = "o'neil \\ sons";
    const intents = [payment({ customerReference }), payment({ customerReference }), payment({ customerReference })];
    await Promise.all(intents.slice(0, 2).map((intent) => gateway.createPaymentIntent(intent)));
    fake.passDay();
    await Promise.all(intents.slice(2).map((intent) => gateway.createPaymentIntent(intent)));
    const ours = [...fake.books.customers.values()].filter(({ metadata }) =>
      Object.values(metadata).includes(customerReference),
    );
    expect(ours).toHaveLength(1);
    const intentsOfIt = [...fake.books.intents.values()].filter((intent) => intent.customer === ours[0]?.id);
    expect(intentsOfIt).toHaveLength(3);
  });

  test('an intent is created even where Stripe has no search [PAY-02]', async () => {
    const body = JSON.stringify({ error: { type: 'invalid_request_error', message: 'Search is not available.' } });
    fake.failNext(/customers\/search/, { status: 400, body });
    await expect(gateway.createPaymentIntent(payment({ customerReference: 'customer-in' }))).resolves.toHaveProperty(
      'intentId',
    );
  });

  test('a saved card is charged later, only for its own customer, once per key, even days later [PAY-02] [PAY-03]', async () => {
    const charge = renewal(await savedCard(CARDS.works));
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.chargeOffSession(charge)));
    const [first] = answers;
    expect(first).toMatchObject({ status: 'succeeded', amountMinor: 1_000, metadata: { orderId: 'order-1' } });
    expect(first?.metadata).toEqual({ orderId: 'order-1' });
    fake.passDay();
    answers.push(await gateway.chargeOffSession(charge));
    for (const answer of answers) expect(answer).toEqual(first);
    const charges = [...fake.books.charges.values()].filter((one) => one.payment_intent === first?.intentId);
    expect(charges).toHaveLength(1);
    const other = gateway.chargeOffSession({ ...charge, amountMinor: 2_000 });
    await expect(other).rejects.toMatchObject({ kind: 'refused', code: 'idempotency_key_reused' });
    const strangers = gateway.chargeOffSession({ ...renewal(charge.paymentMethodId), customerReference: 'customer-2' });
    await expect(strangers).rejects.toMatchObject({ kind: 'refused', code: 'payment_method_unknown' });
    await expect(gateway.chargeOffSession(renewal(''))).rejects.toMatchObject({ code: 'payment_method_unknown' });
    await expect(gateway.chargeOffSession(renewal('pm_none'))).rejects.toMatchObject({
      code: 'payment_method_unknown',
    });
  });

  test('a charge with a key that was just made up is not looked for, and is made once however often it is sent [PAY-03]', async () => {
    const charge = { ...renewal(await savedCard(CARDS.works)), isNewKey: true };
    const listed = () =>
      fake.calls.filter(({ method, path }) => method === 'GET' && /payment_intents\?/.test(path)).length;
    const before = listed();
    const [first, again] = await Promise.all([gateway.chargeOffSession(charge), gateway.chargeOffSession(charge)]);
    expect(listed()).toBe(before);
    expect(again).toEqual(first);
    fake.passDay();
    expect(await gateway.chargeOffSession({ ...charge, isNewKey: false })).toEqual(first);
    expect([...fake.books.charges.values()].filter((one) => one.payment_intent === first.intentId)).toHaveLength(1);
  });

  test('a charge or a refund is found again behind more than a hundred later ones, long after Stripe forgot its key [PAY-03]', async () => {
    const charge = renewal(await savedCard(CARDS.works, 'customer-long'));
    const own = { ...charge, customerReference: 'customer-long' };
    const first = await gateway.chargeOffSession(own);
    const refund = { idempotencyKey: randomUUID(), intentId: first.intentId, amountMinor: 1, reason: 'one' };
    const { refundId } = await gateway.refund(refund);
    const [intent, kept] = [fake.books.intents.get(first.intentId), fake.books.refunds.get(refundId)];
    if (intent === undefined || kept === undefined) throw new Error('Nothing was stored.');
    for (let later = 0; later < 120; later += 1) {
      fake.books.intents.set(`pi_later${later}`, { ...intent, id: `pi_later${later}`, metadata: {} });
      fake.books.refunds.set(`re_later${later}`, { ...kept, id: `re_later${later}`, metadata: {} });
    }
    fake.passDay();
    expect((await gateway.chargeOffSession(own)).intentId).toBe(first.intentId);
    expect(await gateway.refund(refund)).toEqual({ refundId });
  });

  test('each call names the pinned version of Stripe’s API, whatever the account’s default is [PAY-02]', () => {
    const versions = fake.calls.flatMap(({ path, version }) => (path.endsWith('/confirm') ? [] : [version]));
    expect(new Set(versions)).toEqual(new Set([STRIPE_API_VERSION]));
  });

  test('a saved card that is declined later gives a failed intent, and the same one for its key again [PAY-02] [PAY-03]', async () => {
    const charge = renewal(await savedCard('pm_card_chargeCustomerFail'));
    const first = await gateway.chargeOffSession(charge);
    expect(first).toMatchObject({
      status: 'failed',
      failure: { code: 'card_declined', declineCode: 'generic_decline' },
    });
    expect(first.card).toBeUndefined();
    expect(await gateway.chargeOffSession(charge)).toEqual(first);
    fake.passDay();
    expect(await gateway.chargeOffSession(charge)).toEqual(first);
  });

  test('a saved card whose bank asks for its owner fails while the owner is away [PAY-02]', async () => {
    const setup = { idempotencyKey: randomUUID(), metadata: {}, customerReference: 'customer-1' };
    const { intentId, clientSecret } = await gateway.createSetupIntent(setup);
    await fake.confirm(clientSecret, CARDS.challenged);
    expect((await gateway.readIntent(intentId)).status).toBe('requires_action');
    fake.authenticate(clientSecret, true);
    const paymentMethodId = (await gateway.readIntent(intentId)).card?.paymentMethodId ?? '';
    const charged = await gateway.chargeOffSession(renewal(paymentMethodId));
    expect(charged).toMatchObject({ status: 'failed', failure: { code: 'authentication_required' } });
  });

  test('a refund is given once per key, even days later [PAY-03]', async () => {
    const { intentId, clientSecret } = await gateway.createPaymentIntent(payment());
    await fake.confirm(clientSecret, CARDS.works);
    const refund = { idempotencyKey: randomUUID(), intentId, amountMinor: 300, reason: 'r'.repeat(600) };
    const first = await gateway.refund(refund);
    fake.passDay();
    expect(await gateway.refund(refund)).toEqual(first);
    expect((await gateway.readIntent(intentId)).refundedMinor).toBe(300);
    const other = gateway.refund({ ...refund, amountMinor: 400 });
    await expect(other).rejects.toMatchObject({ kind: 'refused', code: 'idempotency_key_reused' });
    const unknown = gateway.refund({ ...refund, intentId: 'pi_unknown' });
    await expect(unknown).rejects.toMatchObject({ kind: 'refused', code: 'intent_unknown' });
  });

  test('a payment in progress cannot be canceled, and is not reported as canceled [PAY-03]', async () => {
    const { intentId } = await gateway.createPaymentIntent(payment());
    const intent = fake.books.intents.get(intentId);
    if (intent) intent.status = 'processing';
    const cancel = gateway.cancelIntent(intentId);
    await expect(cancel).rejects.toMatchObject({ kind: 'unavailable', code: 'intent_processing' });
    if (intent) intent.status = 'requires_payment_method';
    expect((await gateway.cancelIntent(intentId)).status).toBe('canceled');
  });

  test('an intent to save a card is canceled for good, or stays succeeded [PAY-03]', async () => {
    const setup = () => ({ idempotencyKey: randomUUID(), metadata: {}, customerReference: 'customer-1' });
    const open = await gateway.createSetupIntent(setup());
    expect(await gateway.cancelIntent(open.intentId)).toMatchObject({ kind: 'setup', status: 'canceled' });
    const used = await gateway.createSetupIntent(setup());
    await fake.confirm(used.clientSecret, CARDS.works);
    expect((await gateway.cancelIntent(used.intentId)).status).toBe('succeeded');
    await expect(gateway.cancelIntent('seti_unknown')).rejects.toMatchObject({ code: 'intent_unknown' });
    await expect(gateway.readIntent('')).rejects.toMatchObject({ kind: 'refused', code: 'intent_unknown' });
  });
});
