import { authenticatePurchase } from '@postern/contract/purchase';
import { signIn, signInByTotp } from '@postern/contract/sign-in';
import { listSignIns, type SignInEntry } from '@postern/contract/sign-in-history';
import { enableTotp, startTotp } from '@postern/contract/two-factor';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runCleanUps } from '../../jobs/clean-up.ts';
import { newId } from '../../runtime/ids.ts';
import { totpCode } from '../../secrets/totp.ts';
import { aCustomerWithDomain, aMailbox, aPurchaseLink, PASSWORD } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { aBrowser } from '../../testing/test-browser.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { signInHistory } from './feature.ts';
import { signInRecord } from './tables.ts';

const app = useTestApp({ webhooks: false });
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0';

let lastAddress = 0;
const anAddress = () => `10.4.0.${++lastAddress}`;

/** What a session sees, each entry in a line. */
async function linesOf(token: string): Promise<string[]> {
  const { signIns } = await app.must(listSignIns, { limit: 100 }, { token });
  return signIns.map(lineOf);
}
const lineOf = ({ login, method, outcome, times }: SignInEntry) =>
  `${login.split('@')[0]} ${method} ${outcome} ${times}`;

test('sign-ins and wrong guesses are listed with time, address and browser; the same ones within an hour are one entry [ENT-14]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const at = anAddress();
  const headers = { 'x-forwarded-for': at, 'user-agent': FIREFOX };
  const firstAt = app.clock.now().toISOString();
  for (let guess = 0; guess < 3; guess += 1)
    expect(await app.refusal(signIn, { email, password: `guess-${guess}` }, { headers })).toBe('INVALID_CREDENTIALS');
  app.clock.advance({ minutes: 5 });
  const guessedAt = app.clock.now().toISOString();
  expect(await app.refusal(signIn, { email, password: 'guess' }, { headers })).toBe('INVALID_CREDENTIALS');
  app.clock.advance({ minutes: 5 });
  const { token } = await app.must(signIn, { email, password: PASSWORD }, { headers });
  const lastAt = app.clock.now().toISOString();
  const { signIns } = await app.must(listSignIns, {}, { token });
  const from = { login: email, network: at, browser: 'Firefox', os: 'Windows' };
  expect(signIns).toEqual([
    { id: signIns[0]?.id, ...from, method: 'password', outcome: 'accepted', times: 1, firstAt: lastAt, lastAt },
    { id: signIns[1]?.id, ...from, method: 'password', outcome: 'wrong', times: 4, firstAt, lastAt: guessedAt },
  ]);
  app.clock.advance({ hours: 1 });
  expect(await app.refusal(signIn, { email, password: 'guess' }, { headers })).toBe('INVALID_CREDENTIALS');
  expect(await linesOf(token)).toEqual(['anna password wrong 1', 'anna password accepted 1', 'anna password wrong 4']);
});

test('a code, a recovery code and a link of the partner are recorded as such, and so is a wrong code after the right password [MBX-08]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const browser = aBrowser(app, anAddress());
  const first = await browser.call(signIn, { email, password: PASSWORD });
  const token = first.ok ? first.body.token : '';
  const { secret } = await app.must(startTotp, {}, { token });
  const bits = [...secret].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const code = () => totpCode(key, Math.floor(app.clock.now().getTime() / 30_000));
  const { recoveryCodes } = await app.must(enableTotp, { code: code() }, { token });
  app.clock.advance({ seconds: 30 });
  const asked = await browser.call(signIn, { email, password: PASSWORD });
  const challenge = asked.ok ? '' : String(asked.problem.attrs.challenge);
  expect(await browser.codeOf(signInByTotp, { challenge, code: 'wrong' })).toBe('INVALID_CREDENTIALS');
  expect(await browser.codeOf(signInByTotp, { challenge, code: code() })).toBeNull();
  expect(await browser.codeOf(signInByTotp, { challenge, recoveryCode: recoveryCodes[0] ?? '' })).toBeNull();
  expect((await linesOf(token)).toSorted()).toEqual([
    'anna code accepted 1',
    'anna code wrong 1',
    'anna password accepted 1',
    'anna recoveryCode accepted 1',
  ]);
  const link = await aPurchaseLink(app, { domain: customer.domain, email: customer.email });
  const opened = await app.must(authenticatePurchase, { jwt: link.jwt, partnerId: link.partnerId });
  expect(opened.flow).toBe('panel_login');
  expect(await linesOf(opened.params.token ?? '')).toEqual(
    expect.arrayContaining(['owner partnerLink accepted 1', 'owner purchase accepted 1', 'anna code wrong 1']),
  );
});

test('a mailbox user sees their own, an admin those of the domain, the customer also its own; staff and others see none [API-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const other = await aCustomerWithDomain(app);
  const [admin, member] = [
    await aMailbox(app, customer, 'admin', { isAdmin: true }),
    await aMailbox(app, customer, 'member', { isAdmin: false }),
  ];
  await aMailbox(app, other, 'foreign');
  const tokenOf = async (email: string) =>
    (await app.must(signIn, { email, password: PASSWORD }, { headers: { 'x-forwarded-for': anAddress() } })).token;
  const [ofAdmin, ofMember, ofForeign] = [
    await tokenOf(admin.email),
    await tokenOf(member.email),
    await tokenOf(`foreign@${other.domain}`),
  ];
  expect(await linesOf(ofMember)).toEqual(['member password accepted 1']);
  expect((await linesOf(ofAdmin)).toSorted()).toEqual(['admin password accepted 1', 'member password accepted 1']);
  expect((await linesOf(customer.token)).toSorted()).toEqual([
    'admin password accepted 1',
    'member password accepted 1',
    'owner purchase accepted 1',
  ]);
  expect(await linesOf(ofForeign)).toEqual(['foreign password accepted 1']);
  const [theirs] = (await app.must(listSignIns, {}, { token: customer.token })).signIns;
  const page = await app.must(listSignIns, { cursor: theirs?.id ?? '' }, { token: ofForeign });
  expect(page).toMatchObject({ signIns: [], nextCursor: null });
  const staff = await aSessionAs(app, customer, { role: 'partnerSupport', email: 'help@partner.test' });
  expect(await app.refusal(listSignIns, {}, { token: staff })).toBe('NOT_AUTHORIZED');
});

test("a wrong guess isn't shown to customers that strangers made with the person's email, as no password leads to them [ENT-14]", async () => {
  const email = 'victim@elsewhere.test';
  const stranger = await aCustomerWithDomain(app, { email, partner: app.otherPartner });
  const call = app.refusal(signIn, { email, password: 'mistyped' }, { headers: { 'x-forwarded-for': anAddress() } });
  expect(await call).toBe('INVALID_CREDENTIALS');
  expect(await linesOf(stranger.token)).toEqual(['victim purchase accepted 1']);
});

test("an attacker can't fill the list: one entry an hour from one address, none for guesses that were refused, and 90 days at most [ENT-14]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = await app.must(
    signIn,
    { email, password: PASSWORD },
    { headers: { 'x-forwarded-for': anAddress() } },
  );
  app.clock.advance({ seconds: 1 });
  const headers = { 'x-forwarded-for': anAddress(), 'user-agent': 'x'.repeat(5_000) };
  for (let guess = 0; guess < 30; guess += 1) await app.call(signIn, { email, password: 'x' }, { headers });
  expect(await linesOf(token)).toEqual(['anna password wrong 10', 'anna password accepted 1']);
  app.clock.advance({ days: 91 });
  await runCleanUps(app.deps, signInHistory.cleanUps ?? []);
  const left = await app.deps.db.asSystem((tx) =>
    tx.select().from(signInRecord).where(eq(signInRecord.customerId, customer.customerId)),
  );
  expect(left).toEqual([]);
});

test('the list is read in pages, newest first, each entry once [API-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const now = app.clock.now();
  const rows = Array.from({ length: 25 }, (_, number) => {
    const at = new Date(now.getTime() + Math.floor(number / 3) * 1000);
    return {
      customerId: customer.customerId,
      recordId: newId(at),
      loginId: customer.customerId,
      bundleId: null,
      email: customer.email,
      method: 'password' as const,
      outcome: 'wrong' as const,
      network: `192.0.2.${number}`,
      browser: '',
      os: '',
      hour: now,
      times: 1,
      firstAt: at,
      lastAt: at,
    };
  });
  await app.deps.db.asSystem((tx) => tx.insert(signInRecord).values(rows));
  const seen: SignInEntry[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await app.must(listSignIns, cursor ? { cursor } : {}, { token: customer.token });
    expect(page.signIns.length).toBeLessThanOrEqual(10);
    seen.push(...page.signIns);
    cursor = page.nextCursor;
  } while (cursor);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(26);
  expect(seen.map(({ lastAt }) => lastAt)).toEqual(
    seen.map(({ lastAt }) => lastAt).toSorted((a, b) => (a < b ? 1 : -1)),
  );
});
