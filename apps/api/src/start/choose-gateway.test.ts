import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { chooseGateway } from './choose-gateway.ts';
import { createLog } from './create-log.ts';

const PRODUCTION = {
  POSTERN_LOG_LEVEL: 'silent',
  POSTERN_MODE: 'production',
  POSTERN_SECRET_KEY: 'x'.repeat(32),
  POSTERN_PUBLIC_URL: 'https://panel.example',
  POSTERN_MAILER_URL: 'smtp://127.0.0.1:9',
  DATABASE_URL: 'postgresql://localhost/postern',
};

test('production without Stripe’s keys takes no card, so nobody buys with a test card, and everything else is ready', async () => {
  const config = readConfig(PRODUCTION);
  const chosen = await chooseGateway(config, createLog(config), []);
  expect(chosen.sandboxGatewayUrl).toBeNull();
  const { gateway } = chosen;
  const money = { amountMinor: 100, currency: 'EUR', description: '', metadata: {}, saveCard: false };
  const wish = { ...money, idempotencyKey: 'one', customerReference: 'one' };
  await expect(gateway.createPaymentIntent(wish)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await gateway.check()).toEqual({ ok: true, detail: expect.stringContaining('cards are not charged') });
});

test('production uses a sandbox gateway only if the operator names one', async () => {
  const config = readConfig({ ...PRODUCTION, POSTERN_SANDBOX_GATEWAY_URL: 'http://127.0.0.1:9' });
  const chosen = await chooseGateway(config, createLog(config), []);
  expect(await chosen.sandboxGatewayUrl?.()).toBe('http://127.0.0.1:9');
});
