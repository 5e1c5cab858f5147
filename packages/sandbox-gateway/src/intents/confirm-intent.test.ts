import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aPaymentIntent, aSetupIntent } from '../testing/an-intent.ts';
import { aCard, readWholeLedger } from '../testing/gateway-process.ts';
import { useGateway } from '../testing/use-gateway.ts';

describe('confirming with a card', () => {
  const gateway = useGateway();

  const chargesOf = async (intentId: string) =>
    (await readWholeLedger(gateway)).filter((item) => item.type === 'charge' && item.charge.intentId === intentId);

  test.for([
    ['4242 4242 4242 4242', { status: 'succeeded' }],
    ['4000 0000 0000 0341', { status: 'succeeded' }],
    ['4000 0000 0000 0002', { status: 'failed', code: 'card_declined', declineCode: 'generic_decline' }],
    ['4000 0000 0000 9995', { status: 'failed', code: 'card_declined', declineCode: 'insufficient_funds' }],
    ['4000 0000 0000 0119', { status: 'failed', code: 'processing_error' }],
    ['4242 4242 4242 4241', { status: 'failed', code: 'incorrect_number' }],
    ['', { status: 'failed', code: 'incorrect_number' }],
    ['5555 5555 5555 4444', { status: 'failed', code: 'card_declined', declineCode: 'test_mode_live_card' }],
  ] as const)('card %s is answered with %o [PAY-02]', async ([number, answer]) => {
    const { intentId, clientSecret } = await aPaymentIntent(gateway);
    const { status, body } = await gateway.confirm(clientSecret, aCard(number));
    expect(status).toBe(200);
    expect(body).toMatchObject(answer);
    expect((await gateway.call('GET', `/v1/intents/${intentId}`)).body.status).toBe(answer.status);
    expect(await chargesOf(intentId)).toHaveLength(answer.status === 'succeeded' ? 1 : 0);
  });

  test.for([
    [{ expMonth: 13 }, 'invalid_expiry_month'],
    [{ expMonth: 0 }, 'invalid_expiry_month'],
    [{ expYear: 2020 }, 'expired_card'],
    [{ expYear: '21' }, 'expired_card'],
    [{ cvc: '' }, 'invalid_cvc'],
    [{ cvc: '12x' }, 'invalid_cvc'],
    [{ cvc: '1234' }, 'incorrect_cvc'],
  ] as const)('a good number with %o fails as %s [PAY-02]', async ([fields, code]) => {
    const { clientSecret } = await aPaymentIntent(gateway);
    const { body } = await gateway.confirm(clientSecret, { ...aCard('4242424242424242'), ...fields });
    expect(body).toMatchObject({ status: 'failed', code });
  });

  test('20 confirmations at once charge once, and all are answered with success [PAY-03]', async () => {
    const { intentId, clientSecret } = await aPaymentIntent(gateway);
    const card = aCard('4242424242424242');
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.confirm(clientSecret, card)));
    expect(answers.map((answer) => answer.body.status)).toEqual(Array(20).fill('succeeded'));
    expect(await chargesOf(intentId)).toHaveLength(1);
  });

  test('a confirmation whose answer was lost is repeated without a second charge [PAY-03]', async () => {
    const { intentId, clientSecret } = await aPaymentIntent(gateway);
    await gateway.call('POST', '/v1/faults', { dropConfirmReply: 1 });
    await expect(gateway.confirm(clientSecret, aCard('4242424242424242'))).rejects.toThrow('fetch failed');
    const { body } = await gateway.confirm(clientSecret, aCard('4242424242424242'));
    expect(body).toEqual({ status: 'succeeded' });
    expect(await chargesOf(intentId)).toHaveLength(1);
  });

  test('a card that only works while its owner is present is saved, and fails when charged later [PAY-02]', async () => {
    const { intentId, clientSecret } = await aSetupIntent(gateway);
    await gateway.confirm(clientSecret, aCard('4000000000000341'));
    const { paymentMethodId } = (await gateway.call('GET', `/v1/intents/${intentId}`)).body.card;
    const { status, body } = await chargeLater(paymentMethodId, 'later-1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'failed', failure: { code: 'card_declined' } });
    expect(await chargesOf(body.intentId)).toHaveLength(0);
  });

  test('a card that was not saved cannot be charged later [PAY-02]', async () => {
    const { intentId, clientSecret } = await aPaymentIntent(gateway, { saveCard: false });
    await gateway.confirm(clientSecret, aCard('4242424242424242'));
    const { paymentMethodId } = (await gateway.call('GET', `/v1/intents/${intentId}`)).body.card;
    const { status, body } = await chargeLater(paymentMethodId, 'later-2');
    expect([status, body.error.code]).toEqual([404, 'payment_method_unknown']);
  });

  test('a wrong client secret confirms nothing [PAY-02]', async () => {
    const { intentId, clientSecret } = await aPaymentIntent(gateway);
    for (const guess of [`${clientSecret}x`, `${intentId}_secret_`, intentId, '']) {
      expect((await gateway.confirm(guess, aCard('4242424242424242'))).status).toBe(404);
    }
    expect((await gateway.call('GET', `/v1/intents/${intentId}`)).body.status).toBe('requires_confirmation');
  });

  test('an answer to a bad request never quotes it, and no card number is in any file or output [PAY-02]', async () => {
    const { clientSecret } = await aPaymentIntent(gateway);
    const number = '4242424242424242';
    await gateway.confirm(clientSecret, aCard(number));
    const bad = [
      await gateway.confirm(clientSecret, { ...aCard(number), [number]: number }),
      await gateway.confirm(clientSecret, { number: [number] }),
    ];
    const broken = await fetch(`${gateway.baseUrl}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"number":"${number}"`,
    });
    expect([...bad.map((answer) => answer.status), broken.status]).toEqual([400, 400, 400]);
    const files = await readdir(gateway.dir);
    expect(files).toContain('ledger.jsonl');
    const contents = await Promise.all(files.map((file) => readFile(join(gateway.dir, file), 'latin1')));
    const seen = [...contents, gateway.output(), JSON.stringify(bad), await broken.text()].join('\n');
    // The first twelve digits of every card that this file uses, with and without spaces.
    for (const digits of ['424242424242', '400000000000', '555555555555']) {
      expect(seen).not.toContain(digits);
      expect(seen).not.toContain(digits.replaceAll(/(.{4})(?=.)/g, '$1 '));
    }
  });

  function chargeLater(paymentMethodId: string, key: string) {
    const body = {
      paymentMethodId,
      amountMinor: 500,
      currency: 'USD',
      description: 'Renewal',
      metadata: {},
      customerReference: 'customer-1',
    };
    return gateway.call('POST', '/v1/charges-off-session', body, key);
  }
});
