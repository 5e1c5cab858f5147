import { deleteMailbox, resetMailboxPassword } from '@postern/contract/mailbox-administration';
import { changePassword, forgotPassword, resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimit } from '../../../http/tables.ts';
import { runCleanUps } from '../../../jobs/clean-up.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../../testing/builders.ts';
import { type PanelPair, startPanelPair } from '../../../testing/panel-pair.ts';
import type { TestApp } from '../../../testing/start-test-app.ts';
import { aBrowser, type TestBrowser } from '../../../testing/test-browser.ts';
import { signIn as feature } from '../feature.ts';
import { knownBrowser, knownPlace } from '../tables.ts';

let pair: PanelPair;
let app: TestApp;
beforeAll(async () => {
  pair = await startPanelPair();
  ({ app } = pair);
});
afterAll(() => pair.stop());

let lastAddress = 0;
const anAddress = () => `10.3.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`;
const times = (count: number) => Array.from({ length: count }, (_, number) => number);

/** The codes of sign-ins, all at once over both instances; `in` for an accepted one. */
async function codesOf(tries: { browser: TestBrowser; email: string; password: string }[]): Promise<string[]> {
  const answers = await Promise.all(
    tries.map(({ browser, ...input }, number) => browser.call(signIn, input, number % 2 === 0 ? app : pair.second)),
  );
  return answers.map((answer) => (answer.ok ? 'in' : answer.code));
}

/** Ten wrong guesses at an account, each from an address of its own. */
const attack = (email: string, guesses = 10) =>
  codesOf(
    times(guesses).map((number) => ({ browser: aBrowser(app, anAddress()), email, password: `guess-${number}` })),
  );

/** An account whose owner has signed in with a browser, which is returned. */
async function anOwner(more: { alternateEmail?: string } = {}) {
  const customer = await aCustomerWithDomain(app);
  const { email, id } = await aMailbox(app, customer, 'anna', more);
  const browser = aBrowser(app, anAddress());
  expect(await browser.codeOf(signIn, { email, password: PASSWORD })).toBeNull();
  return { customer, email, id, browser };
}

test('forty colleagues behind one address sign in at the same moment with right passwords, twice [ENT-14]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 40 });
  const names = times(40).map((number) => `colleague-${number}`);
  for (const name of names) await aMailbox(app, customer, name);
  const office = anAddress();
  const tries = names.map((name) => ({
    browser: aBrowser(app, office),
    email: `${name}@${customer.domain}`,
    password: PASSWORD,
  }));
  expect(await codesOf(tries)).toEqual(names.map(() => 'in'));
  expect(await codesOf(tries)).toEqual(names.map(() => 'in'));
}, 60_000);

test('while strangers guess, the owner can sign in with a browser that signed in before; an unknown one waits, right or wrong [ENT-14]', async () => {
  const { email, browser } = await anOwner();
  expect(await attack(email, 50)).toEqual(expect.arrayContaining(['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS']));
  expect(await browser.codeOf(signIn, { email, password: PASSWORD })).toBeNull();
  const [right, wrong, nobody] = await Promise.all(
    [
      { email, password: PASSWORD },
      { email, password: 'wrong' },
      { email: 'nobody@nowhere.test', password: 'wrong' },
    ].map(async (input) => {
      if (input.email !== email) await attack(input.email);
      return aBrowser(app, anAddress()).call(signIn, input);
    }),
  );
  expect(right).toMatchObject({
    status: 429,
    code: 'TOO_MANY_ATTEMPTS',
    problem: { attrs: { retryAfterSeconds: 900 } },
  });
  expect([wrong?.text, nobody?.text]).toEqual([right?.text, right?.text]);
});

test('the mailed link is a way in during an attack: its browser is known at once, and old guesses are forgotten [ENT-09] [ENT-14]', async () => {
  const alternateEmail = 'anna@private.test';
  const { email, browser: former } = await anOwner({ alternateEmail });
  await attack(email);
  const fresh = aBrowser(app, anAddress());
  expect(await fresh.codeOf(signIn, { email, password: PASSWORD })).toBe('TOO_MANY_ATTEMPTS');
  expect(await fresh.codeOf(forgotPassword, { email })).toBeNull();
  const linkOf = async () =>
    (await app.readMails()).flatMap((mail) =>
      mail.to === alternateEmail ? [/token=([\w-]+)/.exec(mail.text)?.[1] ?? ''] : [],
    );
  await expect.poll(linkOf, { timeout: 15_000, interval: 50 }).toHaveLength(1);
  const [token = ''] = await linkOf();
  const password = 'Other-harbour-8!';
  expect(await fresh.codeOf(resetPassword, { token, password })).toBeNull();
  expect(await attack(email, 11)).toContain('TOO_MANY_ATTEMPTS');
  expect(await fresh.codeOf(signIn, { email, password })).toBeNull();
  expect(await former.codeOf(signIn, { email, password }), 'knew the former password').toBe('TOO_MANY_ATTEMPTS');
}, 30_000);

test('a mark is worth ten guesses of one account: not another one, not an invented one, not after the account is gone [ENT-14]', async () => {
  const { customer, email, browser } = await anOwner();
  const other = await anOwner();
  await aMailbox(app, customer, 'next', { isAdmin: true });
  const stolen = () => aBrowser(app, anAddress(), browser.cookie);
  const thief = stolen();
  await attack(email);
  await attack(other.email);
  expect(await thief.codeOf(signIn, { email: other.email, password: 'x' }), 'another account').toBe(
    'TOO_MANY_ATTEMPTS',
  );
  const invented = aBrowser(
    app,
    anAddress(),
    `signed-in-before=${'A'.repeat(43)}.x.${'!'.repeat(9)}; signed-in-before=`,
  );
  expect(await invented.codeOf(signIn, { email, password: 'x' }), 'invented').toBe('TOO_MANY_ATTEMPTS');
  const codes = await codesOf(times(30).map(() => ({ browser: stolen(), email, password: 'x' })));
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(20);
  const rows = () =>
    app.deps.db.global.select().from(knownBrowser).where(eq(knownBrowser.customerId, customer.customerId));
  expect(await rows()).toHaveLength(1);
  expect(JSON.stringify(await rows())).not.toContain(browser.cookie.split('=')[1]);
  await app.must(deleteMailbox, { email }, { token: customer.token });
  expect(await rows()).toEqual([]);
});

test('several marks of one login are worth no guess at another login of the same address [ENT-14]', async () => {
  const { email } = await anOwner();
  const victim = await aCustomerWithDomain(app, { email });
  const password = 'Other-harbour-8!';
  await app.must(changePassword, { password }, { token: victim.token });
  const browsers = [aBrowser(app, anAddress()), aBrowser(app, anAddress())];
  for (const browser of browsers) expect(await browser.codeOf(signIn, { email, password: PASSWORD })).toBeNull();
  const marks = browsers.map(({ cookie }) => cookie.split('=')[1]).join('.');
  await attack(email);
  const thief = aBrowser(app, anAddress(), `signed-in-before=${marks}`);
  expect(await thief.codeOf(signIn, { email, password })).toBe('INVALID_CREDENTIALS');
  expect(await thief.codeOf(signIn, { email, password: PASSWORD })).toBeNull();
});

test('the networks of one IPv6 site share a limit above their own [ENT-14]', async () => {
  const tries = times(110).map((number) => ({
    browser: aBrowser(app, `2001:db8:7:${number.toString(16)}::1`),
    email: `nobody-${number}@nowhere.test`,
    password: 'x',
  }));
  const codes = await codesOf(tries);
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(100);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
}, 60_000);

test('one browser is known to several accounts; the cookie is for the panel only and no script can read it [ENT-14]', async () => {
  const [one, two] = [await anOwner(), await anOwner()];
  const answer = await one.browser.call(signIn, { email: two.email, password: PASSWORD });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^signed-in-before=[\w-]{43}\.[\w-]{43}; Path=\/panel; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
  );
  for (const { email } of [one, two]) {
    await attack(email);
    expect(await one.browser.codeOf(signIn, { email, password: PASSWORD })).toBeNull();
  }
});

test('a person with an account of the same address as another gains no guesses at the other one [ENT-03] [ENT-14]', async () => {
  const victim = await anOwner();
  const attacker = await aCustomerWithDomain(app, { email: victim.email, partner: app.otherPartner });
  const passwordHash = await app.deps.hashing.hash('Own-harbour-9!');
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`update customer set password_hash = ${passwordHash} where customer_id = ${attacker.customerId}`),
  );
  const { email } = victim;
  const browser = aBrowser(app, anAddress());
  expect(await browser.codeOf(signIn, { email, password: 'Own-harbour-9!' })).toBeNull();
  await attack(email);
  expect(await browser.codeOf(signIn, { email, password: PASSWORD }), "the victim's").toBe('INVALID_CREDENTIALS');
  expect(await browser.codeOf(signIn, { email, password: 'Own-harbour-9!' }), 'their own').toBeNull();
});

test('a new password of one login forgets no guesses at another one of the same address [ENT-03] [ENT-09] [ENT-14]', async () => {
  const { customer: attacker, email } = await anOwner();
  const victim = await aCustomerWithDomain(app, { email, partner: app.otherPartner });
  const passwordHash = await app.deps.hashing.hash('Own-harbour-9!');
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`update customer set password_hash = ${passwordHash} where customer_id = ${victim.customerId}`),
  );
  await attack(email);
  const recipient = 'attacker@elsewhere.test';
  await app.must(resetMailboxPassword, { email, recipient }, { token: attacker.token });
  const linkOf = async () =>
    (await app.readMails()).flatMap((mail) =>
      mail.to === recipient ? [/token=([\w-]+)/.exec(mail.text)?.[1] ?? ''] : [],
    );
  await expect.poll(linkOf, { timeout: 15_000, interval: 50 }).toHaveLength(1);
  const [token = ''] = await linkOf();
  const browser = aBrowser(app, anAddress());
  expect(await browser.codeOf(resetPassword, { token, password: 'Other-harbour-8!' })).toBeNull();
  expect(await attack(email, 1), 'more guesses').toEqual(['TOO_MANY_ATTEMPTS']);
  expect(await browser.codeOf(signIn, { email, password: 'Other-harbour-8!' }), 'their own').toBeNull();
}, 30_000);

test('strangers together guess a hundred times a day at an account, from however many addresses; then it waits for the next day [ENT-14]', async () => {
  const { email } = await anOwner();
  let checked = 0;
  for (const _ of times(12)) {
    checked += (await attack(email, 12)).filter((code) => code === 'INVALID_CREDENTIALS').length;
    app.clock.advance({ minutes: 15 });
  }
  expect(checked).toBe(100);
  const answer = await aBrowser(app, anAddress()).call(signIn, { email, password: PASSWORD });
  expect(answer.ok ? null : Number(answer.headers.get('retry-after'))).toBe(21 * 3600);
  app.clock.advance({ hours: 21 });
  expect(await aBrowser(app, anAddress()).codeOf(signIn, { email, password: PASSWORD })).toBeNull();
}, 60_000);

test('guesses over many accounts from one connection are bounded, also with a new IPv6 address for each; refused ones leave no row [ENT-14]', async () => {
  const spray = await codesOf(
    times(60).map((number) => ({
      browser: aBrowser(app, `2001:db8:7:1::${(number + 1).toString(16)}`),
      email: `sprayed-${number}@nowhere.test`,
      password: 'x',
    })),
  );
  expect(spray.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
  expect(await aBrowser(app, '2001:db8:7:2::1').codeOf(signIn, { email: 'a@nowhere.test', password: 'x' })).toBe(
    'INVALID_CREDENTIALS',
  );
  const keys = times(60).map((number) => `guess/password/account/${hashToken(`sprayed-${number}@nowhere.test`)}`);
  const rows = await app.deps.db.global.select().from(rateLimit).where(like(rateLimit.key, 'guess/password/account/%'));
  expect(rows.filter(({ key }) => keys.includes(key))).toHaveLength(10);
});

/** How many wrong guesses at invented accounts an address may make now. */
async function allowanceOf(address: string): Promise<number> {
  const tries = times(24).map((number) => ({
    browser: aBrowser(app, address),
    email: `x-${number}-${++lastAddress}@nowhere.test`,
    password: 'x',
  }));
  return (await codesOf(tries)).filter((code) => code === 'INVALID_CREDENTIALS').length;
}

async function signInFrom(address: string, customers: TestCustomer[]): Promise<void> {
  for (const { domain } of customers)
    expect(await aBrowser(app, address).codeOf(signIn, { email: `anna@${domain}`, password: PASSWORD })).toBeNull();
}

test("people known at an address raise its limit after a day; an attacker's fresh accounts and trials don't [ENT-14]", async () => {
  const [office, ofTrials] = [anAddress(), anAddress()];
  const [paying, onTrial] = await Promise.all(
    ['pro', 'trial'].map((planType) => Promise.all(times(2).map(() => aCustomerWithDomain(app, { planType })))),
  );
  for (const customer of [...(paying ?? []), ...(onTrial ?? [])]) await aMailbox(app, customer, 'anna');
  await signInFrom(office, paying ?? []);
  await signInFrom(ofTrials, onTrial ?? []);
  expect(await allowanceOf(office), 'on the first day').toBe(10);
  app.clock.advance({ hours: 24, minutes: 15 });
  expect(await allowanceOf(office), 'two known users').toBe(16);
  expect(await allowanceOf(ofTrials), 'trials').toBe(10);
  app.clock.advance({ days: 30 });
  expect(await allowanceOf(office), 'not seen for a month').toBe(10);
  await runCleanUps(app.deps, feature.cleanUps ?? []);
  expect(await app.deps.db.global.select().from(knownPlace).where(eq(knownPlace.network, office))).toEqual([]);
}, 60_000);
