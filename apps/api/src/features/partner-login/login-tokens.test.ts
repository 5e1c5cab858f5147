import { suspendMailbox } from '@postern/contract/mailbox-administration';
import {
  authenticateByJwt,
  authenticateByToken,
  authenticateByWebmail,
  createLoginToken,
  createProvisionCode,
  exchangeProvisionCode,
} from '@postern/contract/partner-login';
import { validateToken } from '@postern/contract/session';
import { expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { runCleanUps } from '../../jobs/clean-up.ts';
import { refusedLinksOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { aWebmailToken } from '../../testing/webmail-token.ts';
import { addApiKey, revokeApiKey } from '../partners/api-keys.ts';
import { addOrigin, setUrls } from '../partners/change-partner.ts';
import { partnerLogin } from './feature.ts';
import { entryToken } from './tables.ts';

const app = useTestApp({ webhooks: false });
const aKey = async (partner = app.partner) => (await addApiKey(app.deps, partner.partnerId)).apiKey;
const ofOwner = ({ domain }: TestCustomer) => ({ domainName: domain, email: `owner@${domain}` });

/** What a partner's link has in its address. */
function linkOf(url: string) {
  const query = new URL(url).searchParams;
  return {
    externalToken: query.get('token') ?? '',
    domainName: query.get('domain') ?? '',
    partnerId: Number(query.get('partnerId')),
  };
}

async function aLink(customer: TestCustomer, email = `owner@${customer.domain}`) {
  const token = await aKey();
  return linkOf((await app.must(createLoginToken, { ...ofOwner(customer), email }, { token })).url);
}

async function inspect(link: ReturnType<typeof linkOf>): Promise<unknown> {
  const url = `https://panel.test/autoLogin?token=${link.externalToken}&domain=${link.domainName}`;
  const words = ['partner', 'inspect-login', '--partner', String(link.partnerId), '--link', url, '--json'];
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const deps = { ...app.deps, config, checks: null, services: null };
  return JSON.parse((await runCommand(deps, parseCommand(words, 'evaluation'))).stdout);
}

test("a partner's server makes a token that signs in its customer or the user of a mailbox, once [ENT-05] [ENT-13]", async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'anna');
  await aMailbox(app, customer, 'bert');
  const token = await aKey();
  const wish = { ...ofOwner(customer), section: 'manage-dns', action: 'launchEmailCreation' };
  const made = await app.must(createLoginToken, wish, { token });
  const url = new URL(made.url);
  expect(url.pathname).toBe('/autoLogin');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ token: made.token, domain: customer.domain, partnerId: String(app.partner.partnerId) },
    ...{ section: 'manage-dns', action: 'launchEmailCreation' },
  });
  expect(Date.parse(made.expiresAt) - app.clock.now().getTime()).toBe(300_000);
  const answers = await Promise.all([1, 2, 3].map(() => app.call(authenticateByToken, linkOf(made.url))));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const [login] = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
  expect(login).toMatchObject({ userEmail: `owner@${customer.domain}`, actor: { role: 'domainAdmin' } });
  await app.must(validateToken, {}, { token: login?.token ?? '' });
  const bert = await app.must(authenticateByToken, await aLink(customer, `bert@${customer.domain}`));
  expect(bert).toMatchObject({ userEmail: `bert@${customer.domain}`, actor: { role: 'accountAdmin' } });
  expect(app.logged()).not.toContain(made.token);
});

test('a token is for one domain, person and partner; a mistake in them costs nothing, and only the partner learns why [ENT-05] [API-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const other = await aCustomerWithDomain(app);
  const link = await aLink(customer);
  const wrong: [reason: string, asked: object][] = [
    ['the domain has no such person', { domainName: other.domain }],
    ['for another domain', { domainName: 'no domain' }],
    ['for another person', { email: `owner@${other.domain}` }],
    ['of another partner', { partnerId: app.otherPartner.partnerId }],
    ['unknown token', { externalToken: 'guessed' }],
    ['unknown token', { externalToken: '' }],
  ];
  for (const [reason, change] of wrong) {
    app.clock.advance({ seconds: 1 });
    const asked = { ...link, ...change };
    const answer = await app.call(authenticateByToken, asked);
    expect(answer, reason).toMatchObject({ ok: false, status: 401, code: 'INVALID_TOKEN', problem: { attrs: {} } });
    const told = await refusedLinksOf(app, asked.partnerId, 'login-token.refused');
    expect(told.at(-1)).toBe(reason);
  }
  expect(await inspect(link)).toMatchObject({ ok: true });
  await app.must(authenticateByToken, { ...link, email: ` OWNER@${customer.domain}` });
  expect(await inspect(link)).toMatchObject({ ok: false, reason: 'used before' });
  const late = await aLink(customer);
  app.clock.advance({ seconds: 301 });
  expect(await inspect(late)).toMatchObject({ ok: false, reason: 'expired' });
  expect(await app.refusal(authenticateByToken, late)).toBe('INVALID_TOKEN');
});

test('who is suspended after the token was made is not signed in [ENT-05] [MBX-10]', async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'anna');
  const sven = await aMailbox(app, customer, 'sven');
  const link = await aLink(customer, sven.email);
  await app.must(suspendMailbox, { email: sven.email, suspensionType: 'On leave' }, { token: customer.token });
  expect(await app.refusal(authenticateByToken, link)).toBe('INVALID_TOKEN');
  const wish = { domainName: customer.domain, email: sven.email };
  expect(await app.refusal(createLoginToken, wish, { token: await aKey() })).toBe('NOT_AUTHORIZED');
});

test("a partner's API key works for its own customers only, until it is revoked, and reads like no key at all afterwards [ENT-05] [API-02]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { keyId, apiKey } = await addApiKey(app.deps, app.partner.partnerId);
  await app.must(createLoginToken, ofOwner(customer), { token: apiKey });
  const foreign = await aKey(app.otherPartner);
  const refusals = await Promise.all(
    [ofOwner(customer), { domainName: 'nobody-has.test', email: 'a@nobody-has.test' }].map((wish) =>
      app.call(createLoginToken, wish, { token: foreign }),
    ),
  );
  expect(new Set(refusals.map(({ status, text }) => `${status} ${text}`)).size, 'one answer').toBe(1);
  expect(refusals[0]).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await app.refusal(createLoginToken, ofOwner(customer), { token: customer.token })).toBe('UNAUTHENTICATED');
  await revokeApiKey(app.deps, app.partner.partnerId, keyId);
  expect(await app.refusal(createLoginToken, ofOwner(customer), { token: apiKey })).toBe('UNAUTHENTICATED');
  const stored = await app.deps.db.asSystem((tx) => tx.execute('select * from partner_api_key'));
  expect(JSON.stringify(stored)).not.toContain(apiKey);
});

test('after ten tries from one address, a token is no longer checked, whether the panel made it or a partner signed it [ENT-05] [ENT-06] [ENT-07] [ENT-14]', async () => {
  const email = 'rosa@lind.example';
  const tries = {
    INVALID_TOKEN: () =>
      app.refusal(authenticateByToken, { domainName: 'lind.example', externalToken: 'the same one' }),
    INVALID_JWT: () => app.refusal(authenticateByJwt, { jwt: 'the.same.one', partnerId: app.partner.partnerId }),
  };
  const byWebmail = () => app.refusal(authenticateByWebmail, { email, webmailToken: 'another one' });
  for (const [code, tryOnce] of [...Object.entries(tries), ['INVALID_TOKEN', byWebmail] as const]) {
    const codes = [];
    for (let count = 0; count < 11; count++) codes.push(await tryOnce());
    expect(codes).toEqual([...Array.from({ length: 10 }, () => code), 'TOO_MANY_ATTEMPTS']);
  }
});

test('of one reason sixty refusals are written down for a partner in a quarter of an hour, and every answer stays the same [ENT-05] [PUR-01]', async () => {
  const { partnerId } = app.otherPartner;
  const asked = { domainName: 'nowhere.test', partnerId };
  const codes = await Promise.all(
    Array.from({ length: 70 }, (_, number) =>
      app.refusal(authenticateByToken, { ...asked, externalToken: `invented-${number}` }),
    ),
  );
  expect(new Set(codes)).toEqual(new Set(['INVALID_TOKEN']));
  const written = await refusedLinksOf(app, partnerId, 'login-token.refused');
  expect(written.filter((reason) => reason === written.at(-1))).toHaveLength(60);
});

test('a token that ended is deleted after a day [ENT-05]', async () => {
  const customer = await aCustomerWithDomain(app);
  await aLink(customer);
  const count = () => app.deps.db.asSystem(async (tx) => tx.$count(entryToken));
  expect(await count()).toBeGreaterThan(0);
  app.clock.advance({ days: 2 });
  await runCleanUps(app.deps, partnerLogin.cleanUps ?? []);
  expect(await count()).toBe(0);
});

const fromWebmail = (claims: Record<string, unknown>, secret?: string) => aWebmailToken(app, claims, secret);

test('the webmail signs its user in once, with the rights of the mailbox [ENT-07]', async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'anna');
  const { email } = await aMailbox(app, customer, 'bert');
  const webmailToken = await fromWebmail({ email, jti: 'bert-1' });
  const answers = await Promise.all([1, 2].map(() => app.call(authenticateByWebmail, { email, webmailToken })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const [login] = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
  expect(login).toMatchObject({ userEmail: email, actor: { role: 'accountAdmin' }, adminType: 'account' });
});

test('what the webmail did not sign for this person and this moment gets one answer [ENT-07]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const tokens = [
    await fromWebmail({ email, jti: 'w-1' }, 'another secret of forty characters, this'),
    await fromWebmail({ email, jti: 'w-2', aud: 'something-else' }),
    await fromWebmail({ email, jti: 'w-3', exp: now - 1 }),
    await fromWebmail({ email, jti: 'w-4', exp: now + 3600 }),
    await fromWebmail({ email, jti: '' }),
    await fromWebmail({ email: `owner@${customer.domain}`, jti: 'w-5' }),
    await fromWebmail({ jti: 'w-6' }),
    `${await fromWebmail({ email, jti: 'w-7' })}x`,
    'a.b.c',
    '',
  ];
  for (const webmailToken of tokens)
    expect(await app.call(authenticateByWebmail, { email, webmailToken }), webmailToken).toMatchObject({
      ...{ ok: false, status: 401, code: 'INVALID_TOKEN', problem: { attrs: {} } },
    });
  const nobody = `nobody@${customer.domain}`;
  const forNobody = await fromWebmail({ email: nobody, jti: 'w-8' });
  expect(await app.refusal(authenticateByWebmail, { email: nobody, webmailToken: forNobody })).toBe('INVALID_TOKEN');
});

test('the sign-up site learns once who came, by a code of a minute that says nothing itself [ENT-10]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const anna = await app.must(authenticateByToken, await aLink(customer, email));
  const { partnerId } = app.partner;
  await setUrls(app.deps, partnerId, { signUp: null });
  expect(await app.refusal(createProvisionCode, {}, { token: customer.token })).toBe('NOT_FOUND');
  await setUrls(app.deps, partnerId, { signUp: 'https://start.harbour.test/new?from=panel' });
  await addOrigin(app.deps, partnerId, 'https://shop.harbour.test');
  expect(await app.refusal(createProvisionCode, {}, { token: anna.token })).toBe('NOT_AUTHORIZED');
  const codeOf = async (wish: { domain?: string; redirect?: string }) =>
    new URL((await app.must(createProvisionCode, wish, { token: customer.token })).url);
  const url = await codeOf({ domain: 'Lind.Example', redirect: 'https://shop.harbour.test/thanks' });
  const code = url.searchParams.get('code') ?? '';
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ from: 'panel', domain: 'lind.example', redirect: 'https://shop.harbour.test/thanks', code },
  });
  for (const redirect of ['https://evil.test/', 'javascript:alert(1)', '//evil.test', 'https://a@shop.harbour.test/'])
    expect((await codeOf({ redirect })).searchParams.has('redirect'), redirect).toBe(false);
  const token = await aKey();
  expect(await app.refusal(exchangeProvisionCode, { code }, { token: await aKey(app.otherPartner) })).toBe(
    'INVALID_TOKEN',
  );
  const answers = await Promise.all([1, 2].map(() => app.call(exchangeProvisionCode, { code }, { token })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const [told] = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
  expect(told).toMatchObject({ email: `owner@${customer.domain}`, hasActiveOrders: true });
  const session = await app.must(validateToken, {}, { token: told?.token ?? '' });
  expect(session).toMatchObject({ adminType: 'customer', userEmail: `owner@${customer.domain}` });
  const late = (await codeOf({})).searchParams.get('code') ?? '';
  app.clock.advance({ seconds: 61 });
  expect(await app.refusal(exchangeProvisionCode, { code: late }, { token })).toBe('INVALID_TOKEN');
});
