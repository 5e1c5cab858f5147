import { suspendMailbox } from '@postern/contract/mailbox-administration';
import { authenticateByJwt } from '@postern/contract/partner-login';
import { readOwnMailbox } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { refusedLinksOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aLoginJwt, aMailbox, aPurchaseLink } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });

const inspect = (jwt: string, partnerId: number) =>
  inspectLink(`https://panel.test/autoLogin?partnerId=${partnerId}&jwt=${jwt}`, partnerId);

async function inspectLink(link: string, partnerId: number): Promise<unknown> {
  const words = ['partner', 'inspect-login', '--partner', String(partnerId), '--link', link, '--json'];
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const deps = { ...app.deps, config, checks: null, services: null };
  return JSON.parse((await runCommand(deps, parseCommand(words, 'evaluation'))).stdout);
}

test('a partner signs in its customer, or the user of a mailbox with the rights of that mailbox [ENT-06]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { domain } = customer;
  await aMailbox(app, customer, 'anna');
  await aMailbox(app, customer, 'bert');
  const signIn = async (claims: Record<string, unknown>) =>
    app.must(authenticateByJwt, await aLoginJwt(app, customer, claims));
  for (const claims of [{ email: `owner@${domain}` }, { customerEmail: `OWNER@${domain}`, email: `bert@${domain}` }]) {
    const login = await signIn(claims);
    expect(login).toMatchObject({ userEmail: `owner@${domain}`, actor: { role: 'domainAdmin' } });
    await app.must(validateToken, {}, { token: login.token });
  }
  expect(await signIn({ email: `anna@${domain}` })).toMatchObject({ actor: { role: 'domainAdmin' } });
  const bert = await signIn({ email: `bert@${domain}` });
  expect(bert).toMatchObject({ userEmail: `bert@${domain}`, actor: { role: 'accountAdmin' } });
  expect(await app.must(readOwnMailbox, {}, { token: bert.token })).toMatchObject({ email: `bert@${domain}` });
});

test('a token works once, also when two use it at the same moment; a mistake in it costs nothing [ENT-06]', async () => {
  const customer = await aCustomerWithDomain(app);
  const email = `owner@${customer.domain}`;
  const token = await aLoginJwt(app, customer, { email });
  const answers = await Promise.all([1, 2, 3].map(() => app.call(authenticateByJwt, token)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await app.refusal(authenticateByJwt, token)).toBe('INVALID_JWT');
  const wrong = await aLoginJwt(app, customer, { email: `nobody@${customer.domain}`, jti: 'again' });
  expect(await app.refusal(authenticateByJwt, wrong)).toBe('INVALID_JWT');
  await app.must(authenticateByJwt, await aLoginJwt(app, customer, { email, jti: 'again' }));
});

test("a link may name an installation of the partner instead of the partner, but not another partner's installation [ENT-06]", async () => {
  const customer = await aCustomerWithDomain(app);
  const token = () => aLoginJwt(app, customer, { email: `owner@${customer.domain}` });
  const { partnerId } = app.partner;
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const server = (verb: string, owner: number, id: string) => {
    const words = ['partner', `${verb}-server`, '--partner', String(owner), '--server', id, '--json'];
    return runCommand({ ...app.deps, config, checks: null, services: null }, parseCommand(words, 'evaluation'));
  };
  expect((await server('add', partnerId, 'cpanel-7.shop.test')).exitCode).toBe(0);
  expect((await server('add', app.otherPartner.partnerId, 'quay-1')).exitCode).toBe(0);
  const taken = await server('add', app.otherPartner.partnerId, 'cpanel-7.shop.test');
  expect(JSON.parse(taken.stderr)).toMatchObject({ code: 'SERVER_TAKEN' });
  for (const wrong of ['-', 'a b', 'x'.repeat(101)])
    expect((await server('add', partnerId, wrong)).exitCode, wrong).toBe(1);

  const { jwt } = await token();
  for (const named of [{ serverId: 'quay-1' }, { partnerId, serverId: 'quay-1' }, { serverId: 'nobody' }, {}])
    expect(await app.refusal(authenticateByJwt, { jwt, ...named })).toBe('INVALID_JWT');
  expect(await refusedLinksOf(app, partnerId, 'login-jwt.refused')).toContain('the server is none of this partner’s');
  const login = await app.must(authenticateByJwt, { jwt, serverId: 'cpanel-7.shop.test' });
  expect(login).toMatchObject({ partnerId, userEmail: `owner@${customer.domain}` });
  await app.must(authenticateByJwt, { ...(await token()), serverId: 'cpanel-7.shop.test' });

  const next = await token();
  const link = (id: string) => `https://panel.test/autoLogin?installId=${id}&jwt=${next.jwt}`;
  expect(await inspectLink(link('cpanel-7.shop.test'), partnerId)).toMatchObject({ ok: true });
  expect(await inspectLink(link('quay-1'), partnerId)).toMatchObject({
    ok: false,
    reason: 'the server is none of this partner’s',
  });
  expect((await server('remove', partnerId, 'cpanel-7.shop.test')).exitCode).toBe(0);
  expect((await server('remove', partnerId, 'cpanel-7.shop.test')).exitCode).toBe(1);
  expect(await app.refusal(authenticateByJwt, { jwt: next.jwt, serverId: 'cpanel-7.shop.test' })).toBe('INVALID_JWT');
});

test('every refused token gets the same answer, and only the partner learns why [ENT-06] [API-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const stranger = await aCustomerWithDomain(app, { partner: app.otherPartner });
  const { domain, token } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  await aMailbox(app, customer, 'sven');
  await app.must(suspendMailbox, { email: `sven@${domain}`, suspensionType: 'On leave' }, { token });
  const owner = { email: `owner@${domain}` };
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const cases: [reason: string, token: { jwt: string; partnerId: number }][] = [
    [
      'the domain is no customer’s of this partner',
      await aLoginJwt(app, stranger, { email: `owner@${stranger.domain}` }),
    ],
    ['the domain is no customer’s of this partner', await aLoginJwt(app, { domain: 'nobody-has.test' }, owner)],
    ['the domain is no customer’s of this partner', await aLoginJwt(app, customer, owner, app.otherPartner)],
    ['the domain has no such person', await aLoginJwt(app, customer, { email: `owner@${stranger.domain}` })],
    ['the domain has no such person', await aLoginJwt(app, customer, { customerEmail: anna.email })],
    ['suspended', await aLoginJwt(app, customer, { email: `sven@${domain}` })],
    ['LIVES_TOO_LONG 5', await aLoginJwt(app, customer, { ...owner, exp: now + 3600 })],
    ['ERR_JWT_EXPIRED', await aLoginJwt(app, customer, { ...owner, exp: now - 1 })],
    ['CLAIM_INVALID iss', await aLoginJwt(app, customer, { ...owner, iss: String(app.otherPartner.partnerId) })],
    ['CLAIM_INVALID email', await aPurchaseLink(app, { domain, expiresInSeconds: 60 })],
    [
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      await aLoginJwt(app, customer, owner, { ...app.partner, secret: 'x'.repeat(32) }),
    ],
  ];
  for (const [reason, { jwt, partnerId }] of cases) {
    expect(await inspect(jwt, partnerId), reason).toMatchObject({ ok: false, reason });
    const answer = await app.call(authenticateByJwt, { jwt, partnerId });
    expect(answer, reason).toMatchObject({ ok: false, code: 'INVALID_JWT', problem: { attrs: {} } });
    app.clock.advance({ seconds: 1 });
    expect((await refusedLinksOf(app, partnerId, 'login-jwt.refused')).at(-1)).toBe(reason);
  }
  expect(await app.refusal(authenticateByJwt, { jwt: '', partnerId: 54 })).toBe('MISSING_JWT');
});
