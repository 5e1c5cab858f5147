import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewPaymentIntent, Page, PaymentGateway, WebhookHeaders } from './port.ts';

/** A gateway under test, with a payer and a receiver of its webhooks. */
export interface GatewayUnderTest {
  gateway: PaymentGateway;
  /** The same gateway, called with an unknown key. */
  strangersGateway: PaymentGateway;
  /** The payer's browser sends a card that works, is declined, needs a challenge, or takes its time. Resolves when the gateway has answered. */
  confirm(clientSecret: string, card: 'works' | 'declined' | 'challenged' | 'takes-time'): Promise<void>;
  /** Lets the gateway's own search catch up, where it has one. */
  passDay?(): void;
  /** The bank decides about a payment that is processing. */
  settle(intentId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  answerChallenge(clientSecret: string, approve: boolean): Promise<void>;
  /** The payer's bank takes a payment back, or only asks about it; resolves with the dispute's id. */
  dispute(intentId: string, isInquiry?: boolean): Promise<string>;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** The payer's bank doesn't take a refund that was made. */
  failRefund(refundId: string): Promise<void>;
  /** Resolves with the webhook of this type about this intent, once it has come. */
  webhook(intentId: string, type: string): Promise<{ rawBody: Buffer; headers: WebhookHeaders }>;
  close(): Promise<void>;
}

/** What every implementation of the payment port must do. */
export function paymentGatewayConformance(name: string, start: () => Promise<GatewayUnderTest>): void {
  describe(`payment gateway ${name}`, () => {
    let under: GatewayUnderTest;
    let gateway: PaymentGateway;
    beforeAll(async () => {
      under = await start();
      gateway = under.gateway;
    });
    afterAll(() => under.close());

    const paid = async (payment = aPayment()) => {
      const created = await gateway.createPaymentIntent(payment);
      await under.confirm(created.clientSecret, 'works');
      return created;
    };

    test('an intent is not paid before the payer confirms it, and says what it is for [PAY-02]', async () => {
      const payment = aPayment({ amountMinor: 4_200, currency: 'EUR', metadata: { trackingId: 'tr-1' } });
      const { intentId } = await gateway.createPaymentIntent(payment);
      const intent = await gateway.readIntent(intentId);
      expect(intent).toMatchObject({
        intentId,
        kind: 'payment',
        status: 'requires_confirmation',
        amountMinor: 4_200,
        currency: 'EUR',
        refundedMinor: 0,
        metadata: { trackingId: 'tr-1' },
      });
      expect(intent.card).toBeUndefined();
    });

    test('a confirmed intent has succeeded and shows its card by brand, last digits, expiry and country only [PAY-02]', async () => {
      const { intentId, clientSecret } = await paid();
      const intent = await gateway.readIntent(intentId);
      expect(intent.status).toBe('succeeded');
      expect(intent.card).toMatchObject({ brand: 'visa', lastFourDigits: '4242', country: 'US' });
      expect(intent.failure).toBeUndefined();
      expect(JSON.stringify(intent)).not.toContain(clientSecret);
    });

    test('a setup intent saves a card and charges nothing [PAY-02]', async () => {
      const setup = { idempotencyKey: randomUUID(), metadata: {}, customerReference: 'customer-1' };
      const { intentId, clientSecret } = await gateway.createSetupIntent(setup);
      await under.confirm(clientSecret, 'works');
      const intent = await gateway.readIntent(intentId);
      expect(intent).toMatchObject({ kind: 'setup', status: 'succeeded', amountMinor: 0 });
      expect(intent.card?.paymentMethodId).toBeTruthy();
    });

    test('a declined intent says why, and can still be paid with another card [PAY-02]', async () => {
      const { intentId, clientSecret } = await gateway.createPaymentIntent(aPayment());
      await under.confirm(clientSecret, 'declined');
      const failed = await gateway.readIntent(intentId);
      expect(failed).toMatchObject({
        status: 'failed',
        failure: { code: 'card_declined', declineCode: 'generic_decline' },
      });
      await under.confirm(clientSecret, 'works');
      expect((await gateway.readIntent(intentId)).status).toBe('succeeded');
    });

    test.for([
      [true, 'succeeded'],
      [false, 'failed'],
    ] as const)('a challenge that is answered with %s leaves the intent %s [PAY-02]', async ([approve, status]) => {
      const { intentId, clientSecret } = await gateway.createPaymentIntent(aPayment());
      await under.confirm(clientSecret, 'challenged');
      expect((await gateway.readIntent(intentId)).status).toBe('requires_action');
      await under.answerChallenge(clientSecret, approve);
      expect((await gateway.readIntent(intentId)).status).toBe(status);
    });

    test('20 equal calls at once with one idempotency key create one intent [PAY-03]', async () => {
      const payment = aPayment();
      const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.createPaymentIntent(payment)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });

    test('an idempotency key with different content is refused [PAY-03]', async () => {
      const payment = aPayment();
      await gateway.createPaymentIntent(payment);
      const other = gateway.createPaymentIntent({ ...payment, amountMinor: payment.amountMinor + 1 });
      await expect(other).rejects.toMatchObject({ name: 'PaymentGatewayError', kind: 'refused' });
    });

    test('a canceled intent never succeeds [PAY-03]', async () => {
      const { intentId, clientSecret } = await gateway.createPaymentIntent(aPayment());
      expect((await gateway.cancelIntent(intentId)).status).toBe('canceled');
      await under.confirm(clientSecret, 'works').catch(() => {});
      expect((await gateway.cancelIntent(intentId)).status).toBe('canceled');
      expect((await gateway.readIntent(intentId)).status).toBe('canceled');
    });

    test.for([
      ['succeeded', { kind: 'payment', status: 'succeeded', card: { lastFourDigits: '5001' } }],
      ['failed', { kind: 'payment', status: 'failed', failure: { code: 'card_declined' } }],
    ] as const)(
      'a bank may take hours: until then the payment is neither made nor failed and can’t be canceled, and then it has %s [PAY-02] [PAY-03]',
      async ([outcome, end]) => {
        const { intentId, clientSecret } = await gateway.createPaymentIntent(aPayment());
        await under.confirm(clientSecret, 'takes-time');
        const open = await gateway.readIntent(intentId);
        expect(open.status).toBe('processing');
        expect(open.failure).toBeUndefined();
        expect(open.card).toBeUndefined();
        await expect(gateway.cancelIntent(intentId)).rejects.toMatchObject({
          ...{ name: 'PaymentGatewayError', kind: 'unavailable', code: 'intent_processing' },
        });
        await under.settle(intentId, outcome);
        expect(await gateway.readIntent(intentId)).toMatchObject(end);
      },
    );

    test('a saved card whose bank takes hours is charged once, however often it is asked for [PAY-02] [PAY-03]', async () => {
      const customerReference = `customer-${randomUUID()}`;
      const setup = { idempotencyKey: randomUUID(), metadata: {}, customerReference };
      const { intentId: saved, clientSecret } = await gateway.createSetupIntent(setup);
      await under.confirm(clientSecret, 'takes-time');
      const { saveCard: _, ...wish } = aPayment({ customerReference });
      const paymentMethodId = (await gateway.readIntent(saved)).card?.paymentMethodId ?? '';
      under.passDay?.();
      const charge = () => gateway.chargeOffSession({ ...wish, paymentMethodId });
      const { intentId, status } = await charge();
      expect(status).toBe('processing');
      under.passDay?.();
      expect(await charge()).toMatchObject({ intentId, status: 'processing' });
      await under.settle(intentId, 'succeeded');
      expect(await charge()).toMatchObject({ intentId, status: 'succeeded', amountMinor: 1_200 });
    });

    test('canceling a paid intent leaves it paid [PAY-03]', async () => {
      const { intentId } = await paid();
      expect((await gateway.cancelIntent(intentId)).status).toBe('succeeded');
    });

    test('a refund with the same key is given once, even if requested 20 times at once [PAY-03]', async () => {
      const { intentId } = await paid(aPayment({ amountMinor: 1_000 }));
      const refund = { idempotencyKey: randomUUID(), intentId, amountMinor: 300, reason: 'changed plan' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.refund(refund)));
      expect(new Set(answers.map((answer) => answer.refundId)).size).toBe(1);
      expect((await gateway.readIntent(intentId)).refundedMinor).toBe(300);
    });

    test('refunds never exceed what was paid [PAY-03]', async () => {
      const { intentId } = await paid(aPayment({ amountMinor: 1_000 }));
      const tries = await Promise.allSettled(
        Array.from({ length: 4 }, () =>
          gateway.refund({ idempotencyKey: randomUUID(), intentId, amountMinor: 400, reason: 'test' }),
        ),
      );
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
      expect((await gateway.readIntent(intentId)).refundedMinor).toBe(800);
    });

    test('a card that was removed is never charged again, and one that was not is; removing twice, or what is a stranger’s, changes nothing [PAY-02]', async () => {
      const customerReference = `customer-${randomUUID()}`;
      const savedCard = async () => {
        const { intentId, clientSecret } = await gateway.createSetupIntent({
          ...{ idempotencyKey: randomUUID(), metadata: {}, customerReference },
        });
        await under.confirm(clientSecret, 'works');
        return (await gateway.readIntent(intentId)).card?.paymentMethodId ?? '';
      };
      const charge = (paymentMethodId: string) => {
        const { saveCard: _, ...wish } = aPayment({ customerReference });
        return gateway.chargeOffSession({ ...wish, paymentMethodId });
      };
      const unknown = { kind: 'refused', code: 'payment_method_unknown' };
      const [removed, kept] = [await savedCard(), await savedCard()];
      await gateway.removeCard({ customerReference: 'customer-2', paymentMethodId: kept });
      for (let times = 0; times < 2; times += 1)
        await gateway.removeCard({ customerReference, paymentMethodId: removed });
      await expect(charge(removed)).rejects.toMatchObject(unknown);
      const { intentId, status } = await charge(kept);
      expect(status).toBe('succeeded');
      under.passDay?.();
      await gateway.removeCustomer('customer-of-nobody');
      for (let times = 0; times < 2; times += 1) await gateway.removeCustomer(customerReference);
      await expect(charge(kept)).rejects.toMatchObject(unknown);
      await gateway.refund({ idempotencyKey: randomUUID(), intentId, amountMinor: 1, reason: 'after the end' });
      expect((await gateway.readIntent(intentId)).refundedMinor).toBe(1);
    });

    test('every payment and refund of a span is listed once, page by page, as it is now, and nothing that was not paid [PAY-02] [BIL-09]', async () => {
      const from = Date.now() - 60_000;
      const trackingId = randomUUID();
      const ids: string[] = [];
      for (let each = 0; each < 3; each += 1) {
        const { intentId } = await paid(aPayment({ amountMinor: 700 + each, metadata: { trackingId } }));
        ids.push(intentId);
      }
      const unpaid = await gateway.createPaymentIntent(aPayment({ metadata: { trackingId } }));
      await under.confirm(unpaid.clientSecret, 'declined');
      const [first = ''] = ids;
      const { refundId } = await gateway.refund({
        ...{ idempotencyKey: randomUUID(), intentId: first, amountMinor: 100, reason: 'test' },
      });
      const span = { fromEpochMillis: from, toEpochMillis: Date.now() + 60_000 };
      const charges = await listAll((cursor) => gateway.listCharges({ ...span, cursor }));
      const ours = charges.filter(({ metadata }) => metadata['trackingId'] === trackingId);
      expect(ours.map(({ intentId }) => intentId).toSorted()).toEqual(ids.toSorted());
      expect(ours.find(({ intentId }) => intentId === first)).toMatchObject({
        ...{ amountMinor: 700, refundedMinor: 100, currency: 'USD' },
      });
      expect(ours.every(({ atEpochMillis }) => atEpochMillis >= from && atEpochMillis <= Date.now())).toBe(true);
      const refunds = await listAll((cursor) => gateway.listRefunds({ ...span, cursor }));
      expect(refunds.filter((one) => one.refundId === refundId)).toMatchObject([
        { intentId: first, amountMinor: 100, currency: 'USD' },
      ]);
      const before = { fromEpochMillis: from - 86_400_000, toEpochMillis: from };
      const earlier = await listAll((cursor) => gateway.listCharges({ ...before, cursor }));
      expect(earlier.filter(({ intentId }) => ids.includes(intentId))).toEqual([]);
    });

    test('a refund that the payer’s bank refuses later says so, its money is the payment’s again, and another key refunds it anew [PAY-02] [BIL-09]', async () => {
      const { intentId } = await paid(aPayment({ amountMinor: 1_000 }));
      const refund = { idempotencyKey: randomUUID(), intentId, amountMinor: 1_000, reason: 'test' };
      const { refundId } = await gateway.refund(refund);
      const state = { refundId, intentId, amountMinor: 1_000, currency: 'USD' };
      expect(await gateway.readRefund(refundId)).toEqual({ ...state, isFailed: false, failure: null });
      await under.failRefund(refundId);
      const failed = { ...state, isFailed: true, failure: 'expired_or_canceled_card' };
      expect(await gateway.readRefund(refundId)).toEqual(failed);
      expect((await gateway.readIntent(intentId)).refundedMinor).toBe(0);
      const { rawBody, headers } = await under.webhook(intentId, 'refund.changed');
      expect(gateway.verifyWebhook(rawBody, headers, Date.now())).toMatchObject({
        type: 'refund.changed',
        ...{ intentId, refundId },
      });
      under.passDay?.();
      expect(await gateway.refund(refund), 'its key stays its own').toEqual({ refundId });
      const again = await gateway.refund({ ...refund, idempotencyKey: randomUUID() });
      expect(again.refundId).not.toBe(refundId);
      const span = { fromEpochMillis: Date.now() - 60_000, toEpochMillis: Date.now() + 60_000 };
      const listed = await listAll((cursor) => gateway.listRefunds({ ...span, cursor }));
      expect(listed.filter((one) => one.intentId === intentId).map((one) => [one.refundId, one.isFailed])).toEqual(
        expect.arrayContaining([
          [refundId, true],
          [again.refundId, false],
        ]),
      );
      const unknown = { name: 'PaymentGatewayError', kind: 'refused', code: 'refund_unknown' };
      await expect(gateway.readRefund('re_unknown')).rejects.toMatchObject(unknown);
    });

    test('an unpaid intent cannot be refunded [PAY-03]', async () => {
      const { intentId } = await gateway.createPaymentIntent(aPayment());
      const refund = gateway.refund({ idempotencyKey: randomUUID(), intentId, amountMinor: 1, reason: 'test' });
      await expect(refund).rejects.toMatchObject({ kind: 'refused' });
    });

    test('an unknown intent is refused as unknown [PAY-02]', async () => {
      const unknown = { name: 'PaymentGatewayError', kind: 'refused', code: 'intent_unknown' };
      await expect(gateway.readIntent('pi_unknown')).rejects.toMatchObject(unknown);
      await expect(gateway.cancelIntent('pi_unknown')).rejects.toMatchObject(unknown);
    });

    test.for([
      ['won', [-1_200, 1_200]],
      ['lost', [-1_200]],
    ] as const)(
      'a dispute that is %s has moved %j, and names its payment, deadline and fee [PAY-02]',
      async ([outcome, amounts]) => {
        const { intentId } = await paid();
        const disputeId = await under.dispute(intentId);
        const open = await gateway.readDispute(disputeId);
        expect(open).toMatchObject({
          ...{ disputeId, intentId, status: 'needs_response', reason: 'fraudulent' },
          ...{ amountMinor: 1_200, currency: 'USD' },
          movements: [{ amountMinor: -1_200, feeMinor: 1_500, feeCurrency: 'USD' }],
        });
        expect(open.respondByEpochMillis).toBeGreaterThan(Date.now());
        const { rawBody, headers } = await under.webhook(intentId, 'dispute.changed');
        expect(gateway.verifyWebhook(rawBody, headers, Date.now())).toMatchObject({ intentId, disputeId });
        await under.closeDispute(disputeId, outcome);
        const closed = await gateway.readDispute(disputeId);
        expect(closed).toMatchObject({ status: outcome, respondByEpochMillis: null });
        expect(closed.movements.map(({ amountMinor }) => amountMinor)).toEqual(amounts);
        expect(new Set(closed.movements.map(({ movementId }) => movementId)).size).toBe(amounts.length);
        expect((await gateway.readIntent(intentId)).refundedMinor).toBe(0);
      },
    );

    test('a bank that only asks moves no money, and an unknown dispute is refused as unknown [PAY-02]', async () => {
      const { intentId } = await paid();
      const disputeId = await under.dispute(intentId, true);
      expect(await gateway.readDispute(disputeId)).toMatchObject({ status: 'inquiry', movements: [] });
      await under.closeDispute(disputeId, 'won');
      expect(await gateway.readDispute(disputeId)).toMatchObject({ status: 'won', movements: [] });
      const unknown = { name: 'PaymentGatewayError', kind: 'refused', code: 'dispute_unknown' };
      await expect(gateway.readDispute('dp_unknown')).rejects.toMatchObject(unknown);
    });

    test('a webhook is accepted with its signature, within 300 seconds, byte for byte [PAY-02]', async () => {
      const { intentId } = await paid();
      const { rawBody, headers } = await under.webhook(intentId, 'intent.succeeded');
      const now = Date.now();
      expect(gateway.verifyWebhook(rawBody, headers, now)).toMatchObject({ type: 'intent.succeeded', intentId });
      expect(gateway.verifyWebhook(rawBody.toString(), headers, now)).not.toBeNull();
      const tampered = rawBody.toString().replace(intentId, 'pi_of_somebody_else');
      expect(gateway.verifyWebhook(tampered, headers, now)).toBeNull();
      expect(gateway.verifyWebhook(rawBody, headers, now + 320_000)).toBeNull();
      expect(gateway.verifyWebhook(rawBody, {}, now)).toBeNull();
      expect(under.strangersGateway.verifyWebhook(rawBody, headers, now)).toBeNull();
    });

    test('the check reports whether the gateway accepts the key, and never throws [PAY-02]', async () => {
      expect((await gateway.check()).ok).toBe(true);
      expect((await under.strangersGateway.check()).ok).toBe(false);
      await expect(under.strangersGateway.createPaymentIntent(aPayment())).rejects.toMatchObject({ kind: 'refused' });
    });
  });
}

async function listAll<Entry>(read: (cursor: string | null) => Promise<Page<Entry>>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Entry> = await read(cursor);
    entries.push(...page.entries);
    cursor = page.next;
  } while (cursor !== null);
  return entries;
}

function aPayment(over: Partial<NewPaymentIntent> = {}): NewPaymentIntent {
  return {
    idempotencyKey: randomUUID(),
    amountMinor: 1_200,
    currency: 'USD',
    description: 'Email for bluebottle.test',
    metadata: { trackingId: randomUUID() },
    saveCard: true,
    customerReference: 'customer-1',
    ...over,
  };
}
