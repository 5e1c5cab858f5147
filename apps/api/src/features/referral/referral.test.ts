import { generateReferralToken, readReferralReward } from '@postern/contract/referral';
import { jwtVerify } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { updatePartner } from '../partners/public.ts';
import { celloProgramme } from '@postern/adapter-referral/cello';

const app = useTestApp({ webhooks: false });
const secret = 'a-secret-of-the-programme';
const programme = celloProgramme({ productId: 'harbour', secret, reward: { currency: 'EUR', amount: 100 } });

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
