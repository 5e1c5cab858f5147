import { settlePurchase } from '@postern/contract/purchase';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPurchaseAtPartner, payAtPartner } from '../testing/partner-page.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { PARTNER_SHOP, partnerShopPages } from './partner-shop-pages.ts';

let app: TestApp;
let shop: FastifyInstance;
beforeAll(async () => {
  app = await startTestApp({ webhooks: false });
  await payAtPartner(app.deps, app.partner);
  shop = Fastify();
  partnerShopPages(shop, app.deps);
});
afterAll(async () => {
  await shop.close();
  await app.stop();
});

const open = (path: string, query: Record<string, string>) =>
  shop.inject({ method: 'GET', url: `${PARTNER_SHOP}${path}?${new URLSearchParams(query).toString()}` });

test("the stand-in for a partner's shop shows the payment request, and its settlement makes the order [PAY-05]", async () => {
  const { answer, link } = await aPurchaseAtPartner(app, app.partner);
  const page = await open('', { jwt: answer.jwt ?? '' });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('87.00 EUR');
  expect(page.body).toContain(link.domain);
  for (const [status, expected] of [
    ['failed', 'PAYMENT_FAILED'],
    ['paid', 'settled'],
  ] as const) {
    const { statusCode, headers } = await open('/answer', { jwt: answer.jwt ?? '', status });
    const back = new URL(String(headers.location));
    expect([statusCode, back.origin, back.pathname]).toEqual([303, 'http://panel.test', '/postPayment']);
    const settled = await app.call(settlePurchase, { jwt: back.searchParams.get('settlement') ?? '' });
    expect(settled.ok ? settled.body.status : settled.code).toBe(expected);
  }
});

test('the page only accepts requests signed with the shared key, and escapes their content [PAY-05]', async () => {
  const { answer, link } = await aPurchaseAtPartner(app, app.partner);
  const [head, body] = (answer.jwt ?? '').split('.');
  for (const jwt of ['', '<script>', link.jwt, `${head}.${body}.AAAA`]) {
    for (const path of ['', '/answer']) {
      const { statusCode, body: text } = await open(path, { jwt, status: 'paid' });
      expect(statusCode).toBe(400);
      expect(text).not.toContain('<script>');
    }
  }
});
