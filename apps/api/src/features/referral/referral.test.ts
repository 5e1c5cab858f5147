import { readPartnerInfo } from '@postern/contract/partners';
import { generateReferralToken, REFERRAL_FRAME, readReferralReward } from '@postern/contract/referral';
import { jwtVerify } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { updatePartner } from '../partners/public.ts';
import { celloProgramme } from '@postern/adapter-referral/cello';

const app = useTestApp({ webhooks: false });
const secret = 'a-secret-of-the-programme';
const scriptUrl = 'https://assets.cello.so/app/latest/cello.js';
const programme = celloProgramme({ productId: 'harbour', secret, scriptUrl, reward: { currency: 'EUR', amount: 100 } });

afterEach(() => {
  app.deps.referral = null;
});

test('a customer gets a token that names them only by id, and learns what a recommendation earns [BRD-05]', async () => {
  app.deps.referral = programme;
  const { token: session, customerId } = await aCustomerWithDomain(app);
  const { token, productId } = await app.must(generateReferralToken, {}, { token: session });
  const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS512'],
    currentDate: app.clock.now(),
  });
  expect([productId, protectedHeader]).toEqual(['harbour', { alg: 'HS512', typ: 'JWT' }]);
  const iat = Math.floor(app.clock.now().getTime() / 1000);
  expect(payload).toEqual({ productId: 'harbour', productUserId: customerId, iat });
  expect(await app.must(readReferralReward, {}, { token: session })).toEqual({
    currencySymbol: '€',
    referrerRewardUpperLimit: 100,
  });
  expect(app.logged()).not.toContain(secret);
});

test('nobody can take part without a programme, as the user of a mailbox, or as a customer of a partner that does not sell [BRD-05]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const refusals = async (session: string) => [
    await app.refusal(generateReferralToken, {}, { token: session }),
    await app.refusal(readReferralReward, {}, { token: session }),
  ];
  expect(await refusals(token)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  app.deps.referral = programme;
  const member = await aSessionAs(app, customer, { role: 'accountAdmin', email: `m@${domain}` });
  expect(await refusals(member)).toEqual(['NOT_AUTHORIZED', 'NOT_AUTHORIZED']);
  const { partnerId } = app.partner;
  for (const state of ['onboarding', 'closed'] as const) {
    await app.deps.db.asSystem((tx) => updatePartner(tx, partnerId, { state }));
    expect(await refusals(token), state).toEqual(['NOT_AUTHORIZED', 'NOT_AUTHORIZED']);
  }
  await app.deps.db.asSystem((tx) => updatePartner(tx, partnerId, { state: 'active' }));
  await app.must(readReferralReward, {}, { token });
});

async function readFrame() {
  const answer = await fetch(app.baseUrl + REFERRAL_FRAME);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

const policyOf = (header: unknown): Record<string, string> =>
  Object.fromEntries(
    String(header)
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  );

test('the script runs in a page without an origin that may load Cello and nothing of ours, and that only the panel may frame [BRD-05]', async () => {
  app.deps.referral = programme;
  const { status, headers, body } = await readFrame();
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(policyOf(headers['content-security-policy'])).toEqual({
    'default-src': "'none'",
    'script-src': "'unsafe-inline' https://assets.cello.so",
    'style-src': "'unsafe-inline' https://*.cello.so",
    'font-src': 'data: https://*.cello.so',
    'img-src': 'data: blob: https://*.cello.so',
    'connect-src': 'https://*.cello.so',
    'frame-src': 'https://*.cello.so',
    'form-action': 'https://*.cello.so',
    'base-uri': "'none'",
    'frame-ancestors': "'self'",
    sandbox: 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  });
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).toContain(scriptUrl);
  expect(body).not.toContain(secret);
});

test('a script elsewhere brings its own host into the policy, and can say nothing that ends the page’s own script [BRD-05]', async () => {
  app.deps.referral = { ...programme, scriptUrl: 'https://referrals.harbour.test/a.js?</script><script>' };
  const { headers, body } = await readFrame();
  expect(headers['content-security-policy']).not.toContain('cello.so');
  expect(policyOf(headers['content-security-policy'])).toMatchObject({
    'script-src': "'unsafe-inline' https://referrals.harbour.test",
    'connect-src': 'https://referrals.harbour.test',
  });
  expect(body.match(/<script>/g)).toHaveLength(1);
});

test('without a programme there is no such page, and no partner is said to have one [BRD-05]', async () => {
  const { partnerId } = app.partner;
  expect((await readFrame()).status).toBe(404);
  expect(await app.must(readPartnerInfo, { partnerId })).not.toHaveProperty('hasReferral');
  app.deps.referral = programme;
  expect(await app.must(readPartnerInfo, { partnerId })).toMatchObject({ hasReferral: true });
});
