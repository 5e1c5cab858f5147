import { tmpdir } from 'node:os';
import { startFakeStripe } from '@postern/adapter-payment/testing/fake-stripe';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { chooseGateway } from './choose-gateway.ts';
import { createLog } from './create-log.ts';

const PRODUCTION = {
  POSTERN_LOG_LEVEL: 'silent',
  POSTERN_MODE: 'production',
  POSTERN_REHEARSAL: 'true',
  POSTERN_DATA_DIR: tmpdir(),
  POSTERN_SECRET_KEY: 'x'.repeat(32),
  POSTERN_PUBLIC_URL: 'https://panel.example',
  POSTERN_MAILER_URL: 'smtp://127.0.0.1:9',
  POSTERN_MAILER_FROM: 'no-reply@panel.example',
  POSTERN_MAIL_HOSTNAME: 'mail.example',
  POSTERN_TRUST_PROXY: 'true',
  DATABASE_URL: 'postgresql://localhost/postern',
};
const choose = (env: Record<string, string>) => {
  const config = readConfig({ ...PRODUCTION, ...env });
  return chooseGateway(config, createLog(config), []);
};
const MONEY = { amountMinor: 100, currency: 'EUR', description: '', metadata: {}, saveCard: false };
const WISH = { ...MONEY, idempotencyKey: 'one', customerReference: 'one' };

test('an operator whose partners take the payment has no card gateway at all, and everything else is ready', async () => {
  const { gateway, cardGateway, sandboxGatewayUrl } = await choose({ POSTERN_CARD_PAYMENTS: 'off' });
  expect({ cardGateway, sandboxGatewayUrl }).toEqual({ cardGateway: null, sandboxGatewayUrl: null });
  await expect(gateway.createPaymentIntent(WISH)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await gateway.check()).toEqual({ ok: true, detail: expect.stringContaining('No cards are taken') });
});

test("a rehearsal of production pays at a stand-in for Stripe's API, with Stripe's test keys", async () => {
  await using stripe = await startFakeStripe();
  const { gateway, cardGateway } = await choose({
    POSTERN_STRIPE_SECRET_KEY: 'sk_test_fake',
    POSTERN_STRIPE_WEBHOOK_SECRET: 'whsec_fake',
    POSTERN_STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    POSTERN_STRIPE_API_URL: `http://127.0.0.1:${stripe.address.port}`,
  });
  expect(cardGateway).toEqual({ name: 'stripe', publishableKey: 'pk_test_fake' });
  const { intentId } = await gateway.createPaymentIntent(WISH);
  expect(stripe.books.intents.has(intentId)).toBe(true);
});
