import { resetMailboxPassword, updateMailbox } from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { listBundles, validateToken } from '@postern/contract/session';
import {
  authenticateByJwt,
  authenticateByToken,
  createLoginToken,
  createProvisionCode,
} from '@postern/contract/partner-login';
import { authenticatePurchase, completePurchase } from '@postern/contract/purchase';
import { resetPassword } from '@postern/contract/passwords';
import { signIn, signInByTotp } from '@postern/contract/sign-in';
import {
  askDespitePartner,
  disableTotp,
  enableTotp,
  readTotp,
  renewRecoveryCodes,
  startTotp,
} from '@postern/contract/two-factor';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { totpCode } from '../../secrets/totp.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import {
  aCustomerWithDomain,
  aLoginJwt,
  aMailbox,
  aPurchaseLink,
  aReadyPurchase,
  PASSWORD,
  payByCard,
} from '../../testing/builders.ts';
import { type PanelPair, startPanelPair } from '../../testing/panel-pair.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import { addApiKey } from '../partners/api-keys.ts';
import { secondFactor } from './tables.ts';

let pair: PanelPair;
let app: TestApp;
let second: TestApp;
let ended: string[];
beforeAll(async () => {
  pair = await startPanelPair();
  ({ app, second, ended } = pair);
});
afterAll(() => pair.stop());

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.8.0.${++lastAddress}` } });

/** Decodes the secret as an authenticator app does. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The app's code now, or some 30-second steps away. */
const codeOf = (secret: string, away = 0) =>
  totpCode(fromBase32(secret), Math.floor(app.clock.now().getTime() / 30_000) + away);

/** A mailbox whose owner turned on a second factor 30 seconds ago. */
async function aProtectedMailbox() {
  const customer = await aCustomerWithDomain(app);
  const { email, id } = await aMailbox(app, customer, 'anna', { alternateEmail: `anna@home-${customer.domain}` });
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from());
  const { secret } = await app.must(startTotp, {}, { token });
  const { recoveryCodes } = await app.must(enableTotp, { code: codeOf(secret) }, { token });
  app.clock.advance({ seconds: 30 });
  return { customer, email, id, token, secret, recoveryCodes };
}

async function challengeFor(email: string, password = PASSWORD): Promise<string> {
  const answer = await app.call(signIn, { email, password }, from());
  expect(answer).toMatchObject({ ok: false, status: 401, code: 'TOTP_REQUIRED' });
  return answer.ok ? '' : String(answer.problem.attrs.challenge);
}

test('with a second factor the right password only gives a challenge, and a code from the app then gives the session [MBX-08]', async () => {
  const { email, secret, customer } = await aProtectedMailbox();
  const challenge = await challengeFor(email);
  const session = await second.must(signInByTotp, { challenge, code: ` ${codeOf(secret)} ` }, from());
  expect(session).toMatchObject({ userEmail: email, isDomainAdmin: true, primaryDomain: customer.domain });
  await app.must(validateToken, {}, { token: session.token });
  const { accounts } = await app.must(listMailboxes, {}, { token: customer.token });
  expect(accounts[0]?.flags).toEqual(['TWO_FA_ENABLED']);
  expect(await app.refusal(signIn, { email, password: 'Wrong-harbour-7!' }, from())).toBe('INVALID_CREDENTIALS');
});

test('a code works once, even if it is sent eight times at once over two instances [MBX-08]', async () => {
  const { email, secret } = await aProtectedMailbox();
  const challenge = await challengeFor(email);
  const input = { challenge, code: codeOf(secret) };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => (number % 2 === 0 ? app : second).call(signInByTotp, input, from())),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  app.clock.advance({ seconds: 30 });
  expect(await app.refusal(signInByTotp, input, from())).toBe('INVALID_CREDENTIALS');
});

test('codes of 30 seconds before or after are accepted, older ones are not [MBX-08]', async () => {
  const { email, secret } = await aProtectedMailbox();
  app.clock.advance({ minutes: 5 });
  const challenge = await challengeFor(email);
  for (const away of [-2, 2])
    expect(await app.refusal(signInByTotp, { challenge, code: codeOf(secret, away) }, from())).toBe(
      'INVALID_CREDENTIALS',
    );
  await app.must(signInByTotp, { challenge, code: codeOf(secret, -1) }, from());
  await app.must(signInByTotp, { challenge, code: codeOf(secret, 1) }, from());
});

test('each of ten recovery codes signs in once, without the phone [MBX-08]', async () => {
  const { email, recoveryCodes } = await aProtectedMailbox();
  expect(new Set(recoveryCodes).size).toBe(10);
  const challenge = await challengeFor(email);
  const [one = '', other = ''] = recoveryCodes;
  await app.must(signInByTotp, { challenge, recoveryCode: one.toUpperCase().replaceAll('-', ' ') }, from());
  expect(await app.refusal(signInByTotp, { challenge, recoveryCode: one }, from())).toBe('INVALID_CREDENTIALS');
  await app.must(signInByTotp, { challenge, recoveryCode: other }, from());
});

test('guessing is stopped after ten attempts from any address, and even the right code is refused then [MBX-08] [ENT-14]', async () => {
  const { email, secret } = await aProtectedMailbox();
  const challenge = await challengeFor(email);
  const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
  const codes: string[] = [];
  for (let number = 0; number < 11; number += 1)
    codes.push(await app.refusal(signInByTotp, { challenge, code: wrong }, from()));
  expect(codes).toEqual([...Array(10).fill('INVALID_CREDENTIALS'), 'TOO_MANY_ATTEMPTS']);
  expect(await second.refusal(signInByTotp, { challenge, code: codeOf(secret) }, from())).toBe('TOO_MANY_ATTEMPTS');
});

test('a challenge expires after five minutes or with a new password; a forged one is refused [MBX-08]', async () => {
  const { email, secret, customer } = await aProtectedMailbox();
  const early = await challengeFor(email);
  const recipient = `anna@home-${customer.domain}`;
  await app.must(resetMailboxPassword, { email, recipient }, { token: customer.token });
  const linkOf = async () =>
    /token=([\w-]+)/.exec(
      (await app.readMails()).find((mail) => mail.to === recipient && mail.text.includes('token='))?.text ?? '',
    )?.[1] ?? '';
  await expect.poll(linkOf, { timeout: 15_000, interval: 100 }).not.toBe('');
  await app.must(resetPassword, { token: await linkOf(), password: 'Other-harbour-8!' });
  const refusal = (challenge: string) => app.refusal(signInByTotp, { challenge, code: codeOf(secret) }, from());
  expect(await refusal(early)).toBe('TOKEN_EXPIRED');
  for (const forged of ['', 'x', `${early.slice(0, -4)}AAAA`]) expect(await refusal(forged)).toBe('TOKEN_EXPIRED');
  const late = await challengeFor(email, 'Other-harbour-8!');
  app.clock.advance({ minutes: 5 });
  expect(await refusal(late)).toBe('TOKEN_EXPIRED');
});

test('a secret counts only after its first code was confirmed, and a second one never replaces one in use [MBX-08]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from());
  expect(await app.refusal(enableTotp, { code: '123456' }, { token })).toBe('NOT_FOUND');
  const first = await app.must(startTotp, {}, { token });
  expect(first.otpauthUrl).toContain(`secret=${first.secret}&`);
  await app.must(signIn, { email, password: PASSWORD }, from());
  const { secret } = await app.must(startTotp, {}, { token });
  const wrong = await app.call(enableTotp, { code: codeOf(first.secret) }, { token });
  expect(wrong).toMatchObject({ problem: { attrs: { fields: [{ path: 'code', code: 'WRONG_CODE' }] } } });
  await app.must(enableTotp, { code: codeOf(secret) }, { token });
  expect(await app.refusal(startTotp, {}, { token })).toBe('TOTP_ENABLED');
  expect(await app.refusal(enableTotp, { code: codeOf(secret, 1) }, { token })).toBe('TOTP_ENABLED');
  const rows = await app.deps.db.asSystem((tx) =>
    tx.select().from(secondFactor).where(eq(secondFactor.customerId, customer.customerId)),
  );
  const kept = JSON.stringify(rows);
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(fromBase32(secret).toString('base64url'));
});

test('it can be turned off with a code, with a recovery code or by an admin, and is then not asked for [MBX-08]', async () => {
  const own = await aProtectedMailbox();
  const wrong = await app.call(disableTotp, { recoveryCode: 'aaaa-bbbb-cccc-dddd' }, { token: own.token });
  expect(wrong).toMatchObject({ problem: { attrs: { fields: [{ path: 'recoveryCode', code: 'WRONG_CODE' }] } } });
  await app.must(disableTotp, { code: codeOf(own.secret) }, { token: own.token });
  const { flags } = (await app.must(listMailboxes, {}, { token: own.customer.token })).accounts[0] ?? {};
  expect(flags).toEqual([]);
  await app.must(signIn, { email: own.email, password: PASSWORD }, from());
  expect(await app.refusal(disableTotp, { code: codeOf(own.secret) }, { token: own.token })).toBe('NOT_FOUND');
  const lost = await aProtectedMailbox();
  await app.must(disableTotp, { recoveryCode: lost.recoveryCodes[3] ?? '' }, { token: lost.token });
  await app.must(signIn, { email: lost.email, password: PASSWORD }, from());
  const helped = await aProtectedMailbox();
  const change = { accountId: helped.id, accountConfig: { unsetFlags: ['TWO_FA_ENABLED' as const] } };
  await app.must(updateMailbox, change, { token: helped.customer.token });
  await app.must(signIn, { email: helped.email, password: PASSWORD }, from());
  const written = (await auditOf(app, own.customer.customerId)).filter((action) => action.startsWith('second-factor'));
  expect(written.sort()).toEqual(['second-factor.disabled', 'second-factor.enabled']);
});

test("a customer login has its own second factor, and support staff who act for it can't set one up [MBX-08] [SUP-01]", async () => {
  const customer = await aCustomerWithDomain(app);
  const helper = { token: await aSessionAs(app, customer, { role: 'partnerSupport', email: 'sue@partner.test' }) };
  for (const refused of [
    app.refusal(startTotp, {}, helper),
    app.refusal(enableTotp, { code: '123456' }, helper),
    app.refusal(disableTotp, { code: '123456' }, helper),
  ])
    expect(await refused).toBe('NOT_AUTHORIZED');
  const reading = async () =>
    (await app.readMails()).find((mail) => mail.to === customer.email && mail.text.includes('/set-password'))?.text;
  await expect.poll(reading, { timeout: 15_000, interval: 100 }).toBeDefined();
  const token = /token=([\w-]+)/.exec((await reading()) ?? '')?.[1] ?? '';
  await app.must(resetPassword, { token, password: PASSWORD });
  const session = await app.must(signIn, { email: customer.email, password: PASSWORD }, from());
  const { secret } = await app.must(startTotp, {}, { token: session.token });
  await app.must(enableTotp, { code: codeOf(secret) }, { token: session.token });
  app.clock.advance({ seconds: 30 });
  const challenge = await challengeFor(customer.email);
  const finished = await app.must(signInByTotp, { challenge, code: codeOf(secret) }, from());
  expect(finished).toMatchObject({ bllUserId: customer.customerId, accountId: null });
});

/** Whether the mail servers accept a mailbox's own password. */
const takesOwnPassword = async (email: string) => {
  const rows = await rowsOf<{ password_hash: string | null }>(
    app.deps.db.global,
    sql`select password_hash from mail.mailbox where address = ${email}`,
  );
  return rows.map((row) => row.password_hash !== null);
};

test("mail servers accept a mailbox's own password only while no second factor is on, and its sessions end when one is turned on [MBX-08] [MBX-13]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from());
  const { secret } = await app.must(startTotp, {}, { token });
  expect(await takesOwnPassword(email)).toEqual([true]);
  await app.must(enableTotp, { code: codeOf(secret) }, { token });
  expect(await takesOwnPassword(email)).toEqual([false]);
  await expect.poll(() => ended, { timeout: 15_000, interval: 100 }).toContain(email);
  app.clock.advance({ seconds: 30 });
  await app.must(disableTotp, { code: codeOf(secret) }, { token });
  expect(await takesOwnPassword(email)).toEqual([true]);
});

test('the owner sees since when it is on and how many recovery codes are left, and gets new ones with a code [MBX-08]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from());
  const off = { enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false };
  expect(await app.must(readTotp, {}, { token })).toEqual(off);
  const { secret } = await app.must(startTotp, {}, { token });
  expect(await app.must(readTotp, {}, { token })).toEqual(off);
  expect(await app.refusal(renewRecoveryCodes, { code: codeOf(secret) }, { token })).toBe('NOT_FOUND');
  app.clock.advance({ minutes: 2 });
  const { recoveryCodes: former } = await app.must(enableTotp, { code: codeOf(secret) }, { token });
  const enabledAt = app.clock.now().toISOString();
  await app.must(signInByTotp, { challenge: await challengeFor(email), recoveryCode: former[0] ?? '' }, from());
  expect(await app.must(readTotp, {}, { token })).toEqual({
    enabledAt,
    recoveryCodesLeft: 9,
    askDespitePartner: false,
  });
  app.clock.advance({ seconds: 30 });
  const { recoveryCodes } = await app.must(renewRecoveryCodes, { code: codeOf(secret) }, { token });
  expect(recoveryCodes.filter((code) => former.includes(code))).toEqual([]);
  const challenge = await challengeFor(email);
  const refused = app.refusal(signInByTotp, { challenge, recoveryCode: former[1] ?? '' }, from());
  expect(await refused).toBe('INVALID_CREDENTIALS');
  await app.must(signInByTotp, { challenge, recoveryCode: recoveryCodes[1] ?? '' }, from());
  expect(await app.must(readTotp, {}, { token })).toEqual({
    enabledAt,
    recoveryCodesLeft: 9,
    askDespitePartner: false,
  });
  const helper = { token: await aSessionAs(app, customer, { role: 'partnerSupport', email: 'sue@partner.test' }) };
  expect(await app.refusal(readTotp, {}, helper)).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(renewRecoveryCodes, { code: '123456' }, helper)).toBe('NOT_AUTHORIZED');
});

test('the owner is notified by mail when it is turned on or off, also by an admin [MBX-08]', async () => {
  const { email, id, customer } = await aProtectedMailbox();
  const change = { accountId: id, accountConfig: { unsetFlags: ['TWO_FA_ENABLED' as const] } };
  await app.must(updateMailbox, change, { token: customer.token });
  const told = async () =>
    (await app.readMails())
      .filter((mail) => mail.text.includes(` ${email} `))
      .map((mail) => `${mail.subject} to ${mail.to}`)
      .sort();
  const both = (subject: string) => [email, `anna@home-${customer.domain}`].map((to) => `${subject} to ${to}`);
  await expect
    .poll(told, { timeout: 15_000, interval: 100 })
    .toEqual([...both('Two-factor sign-in is on'), ...both('Two-factor sign-in is off')].sort());
});

test('a partner vouches for the second factor, unless the person wants to be asked anyway; the code then completes the same sign-in [ENT-06] [ENT-05]', async () => {
  const { customer, email, token, secret } = await aProtectedMailbox();
  const byJwt = async () => app.call(authenticateByJwt, await aLoginJwt(app, customer, { email }));
  expect(await byJwt()).toMatchObject({ ok: true });
  await app.must(askDespitePartner, { ask: true }, { token });
  expect(await app.must(readTotp, {}, { token })).toMatchObject({ askDespitePartner: true });
  const link = await aLoginJwt(app, customer, { email });
  const refused = await app.call(authenticateByJwt, link);
  expect(refused).toMatchObject({ ok: false, status: 401, code: 'TOTP_REQUIRED' });
  expect(await app.refusal(authenticateByJwt, link)).toBe('INVALID_JWT');
  const challenge = refused.ok ? '' : String(refused.problem.attrs.challenge);
  expect(await app.refusal(signInByTotp, { challenge, code: '000000' }, from())).toBe('INVALID_CREDENTIALS');
  const login = await app.must(signInByTotp, { challenge, code: codeOf(secret) }, from());
  expect(login).toMatchObject({ userEmail: email, primaryDomain: customer.domain });
  // It lasts as long as any sign-in by a partner, not as long as one by password.
  expect(login.expiryEpochTimestamp - app.clock.now().getTime()).toBe(3 * 3_600_000);
  // A session that began without the password can't turn this off.
  expect(await app.refusal(askDespitePartner, { ask: false }, { token: login.token })).toBe('PASSWORD_NEEDED');
});

test('neither a purchase link nor a token of the partner’s server avoids the code [ENT-05] [PUR-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { domain, email, token, customerId } = customer;
  const { secret } = await app.must(startTotp, {}, { token });
  await app.must(enableTotp, { code: codeOf(secret) }, { token });
  await app.must(askDespitePartner, { ask: true }, { token });
  app.clock.advance({ seconds: 30 });
  const bought = await app.call(authenticatePurchase, await aPurchaseLink(app, { domain, email }));
  expect(bought).toMatchObject({ ok: false, code: 'TOTP_REQUIRED' });
  const { apiKey } = await addApiKey(app.deps, app.partner.partnerId);
  const made = await app.must(createLoginToken, { domainName: domain, email }, { token: apiKey });
  const asked = { domainName: domain, externalToken: made.token };
  expect(await app.refusal(authenticateByToken, asked)).toBe('TOTP_REQUIRED');
  expect(await app.refusal(authenticateByToken, asked)).toBe('INVALID_TOKEN');
  const challenge = bought.ok ? '' : String(bought.problem.attrs.challenge);
  const login = await app.must(signInByTotp, { challenge, code: codeOf(secret) }, from());
  expect(login).toMatchObject({ bllUserId: customerId, primaryDomain: domain });
  // Nor does the purchase of another domain, which is complete all the same, or a code for the partner's sign-up site.
  const link = await aPurchaseLink(app, { email });
  const purchase = await aReadyPurchase(app, link);
  await payByCard(app, purchase.clientSecret);
  const { token: session, wish, trackingId } = purchase;
  const done = () => app.refusal(completePurchase, { ...wish, trackingId }, { token: session });
  expect([await done(), await done()]).toEqual(['TOTP_REQUIRED', 'TOTP_REQUIRED']);
  const { bundles } = await app.must(listBundles, {}, { token: login.token });
  expect(bundles.map(({ domainName }) => domainName)).toEqual(expect.arrayContaining([domain, link.domain]));
  expect(await app.refusal(createProvisionCode, { domain }, { token: login.token })).toBe('NOT_AUTHORIZED');
});
