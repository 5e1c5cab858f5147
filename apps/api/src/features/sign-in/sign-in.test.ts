import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { listBundles, signOut, switchBundle, validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { shortCustomerId } from '@postern/domain/sign-in';
import { and, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { audit } from '../../db/tables.ts';
import { newId } from '../../runtime/ids.ts';
import { aCustomerWithDomain, aDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { customer as customerTable } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { session } from '../session/tables.ts';

const app = useTestApp();
const second = useTestApp({ beside: app });

let lastAddress = 0;
/** Each test uses its own address, so that they don't share a limit. */
const from = (ip = `10.1.0.${++lastAddress}`) => ({ headers: { 'x-forwarded-for': ip } });

async function setCustomerPassword(customerId: string, password = PASSWORD): Promise<void> {
  const passwordHash = await app.deps.hashing.hash(password);
  await app.deps.db.asSystem((tx) =>
    tx.update(customerTable).set({ passwordHash }).where(eq(customerTable.customerId, customerId)),
  );
}

/** A second customer with the same billing email, at another partner, who doesn't know the email yet. */
async function namesake(of: TestCustomer): Promise<TestCustomer> {
  return aCustomerWithDomain(app, { email: of.email, partner: app.otherPartner });
}

test('a mailbox and a customer sign in, each with their own identity [ENT-01] [ENT-12]', async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'anna', { displayName: 'Anna Berg' });
  await setCustomerPassword(customer.customerId);
  const anna = await app.must(signIn, { email: ` ANNA@${customer.domain} `, password: PASSWORD }, from());
  expect(anna).toMatchObject({
    adminType: 'account',
    isDomainAdmin: true,
    name: 'Anna Berg',
    primaryDomain: customer.domain,
  });
  const owner = await app.must(signIn, { email: customer.email, password: PASSWORD }, from());
  expect(owner).toMatchObject({ adminType: 'customer', accountId: null, bllUserId: customer.customerId });
  expect(owner.expiryEpochTimestamp).toBe(app.clock.now().getTime() + 12 * 3_600_000);
});

test('ambiguity is revealed only after a right password, and the customer id resolves it [ENT-03] [ENT-14]', async () => {
  const one = await aCustomerWithDomain(app);
  const other = await namesake(one);
  await setCustomerPassword(one.customerId);
  await setCustomerPassword(other.customerId);
  const { email } = one;
  expect(await app.refusal(signIn, { email, password: 'wrong' }, from())).toBe('INVALID_CREDENTIALS');
  expect(await app.refusal(signIn, { email, password: PASSWORD }, from())).toBe('AMBIGUOUS_CREDENTIALS');
  const chosen = await app.must(signIn, { email, password: PASSWORD, customerId: other.customerId }, from());
  expect(chosen.primaryDomain).toBe(other.domain);
  const typed = shortCustomerId(one.customerId).toLowerCase().replaceAll('-', ' ');
  expect((await app.must(signIn, { email, password: PASSWORD, customerId: typed }, from())).primaryDomain).toBe(
    one.domain,
  );
  const stranger = await app.refusal(signIn, { email, password: PASSWORD, customerId: newId(new Date()) }, from());
  expect(stranger).toBe('INVALID_CREDENTIALS');
});

test('two customers with the same address and different passwords sign in without being asked for an id [ENT-03]', async () => {
  const one = await aCustomerWithDomain(app);
  const other = await namesake(one);
  await setCustomerPassword(one.customerId, 'Green-lamp-41!');
  await setCustomerPassword(other.customerId, 'Brown-table-52!');
  const login = await app.must(signIn, { email: one.email, password: 'Brown-table-52!' }, from());
  expect(login.bllUserId).toBe(other.customerId);
});

test('a suspension is revealed only after the right password [ENT-14] [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  await app.deps.db.asSystem((tx) => tx.update(mailbox).set({ suspended: true }).where(eq(mailbox.address, email)));
  expect(await app.refusal(signIn, { email, password: 'wrong' }, from())).toBe('INVALID_CREDENTIALS');
  const answer = await app.call(signIn, { email, password: PASSWORD }, from());
  expect(answer).toMatchObject({ code: 'NOT_AUTHORIZED', problem: { attrs: { reason: 'SUSPENDED' } } });
});

test('no answer reveals whether an address exists: unknown, wrong, without a password and hostile input get the same [ENT-14]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const tries = [
    { email, password: 'wrong' },
    { email: `nobody@${customer.domain}`, password: 'wrong' },
    { email: 'nobody@nowhere.test', password: PASSWORD },
    { email: customer.email, password: PASSWORD },
    { email: 'no address', password: 'x' },
    { email: `' or 1=1 --@${customer.domain}`, password: 'x' },
    { email: `%@${customer.domain}`, password: PASSWORD },
  ];
  const texts = await Promise.all(tries.map(async (input) => (await app.call(signIn, input, from())).text));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('INVALID_CREDENTIALS');
});

test('customers that strangers made with a person’s email don’t keep that person from signing in [ENT-03]', async () => {
  const email = `owner@${aDomain('later')}`;
  for (let number = 1; number <= 5; number += 1)
    await aCustomerWithDomain(app, {
      email,
      partner: app.otherPartner,
      claims: { customerReference: `stranger-${number}` },
    });
  const owner = await aCustomerWithDomain(app, { email });
  await setCustomerPassword(owner.customerId);
  const login = await app.must(signIn, { email, password: PASSWORD }, from());
  expect(login.bllUserId).toBe(owner.customerId);
});

test('a sign-in that checked the former password while a new one was set starts no session, also for a customer login [ENT-09]', async () => {
  const customer = await aCustomerWithDomain(app);
  await setCustomerPassword(customer.customerId);
  const { verify } = app.deps.hashing;
  const changing = vi.spyOn(app.deps.hashing, 'verify').mockImplementationOnce(async (...given) => {
    const isRight = await verify.apply(app.deps.hashing, given);
    await setCustomerPassword(customer.customerId, 'Brown-table-52!');
    return isRight;
  });
  const late = await app.refusal(signIn, { email: customer.email, password: PASSWORD }, from());
  changing.mockRestore();
  expect(late).toBe('INVALID_CREDENTIALS');
});

test('of a hundred wrong attempts at once over two instances ten are checked, and the right password has to wait too [ENT-14]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, number) =>
      (number % 2 === 0 ? app : second).call(signIn, { email, password: `guess-${number}` }, from()),
    ),
  );
  const codes = answers.map((answer) => (answer.ok ? 'in' : answer.code));
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(90);
  const blocked = await app.call(signIn, { email, password: PASSWORD }, from());
  expect(blocked).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  expect(blocked.ok ? null : Number(blocked.headers.get('retry-after'))).toBe(900);
  app.clock.advance({ minutes: 15 });
  await app.must(signIn, { email, password: PASSWORD }, from());
});

test('one IP address may fail ten times over all logins; successful sign-ins are not counted [ENT-14]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const office = from('10.9.9.9');
  for (let number = 0; number < 15; number += 1) await app.must(signIn, { email, password: PASSWORD }, office);
  for (let number = 0; number < 10; number += 1) {
    const guess = { email: `guess-${number}@nowhere.test`, password: 'x' };
    expect(await app.refusal(signIn, guess, office)).toBe('INVALID_CREDENTIALS');
  }
  expect(await app.refusal(signIn, { email: 'one-more@nowhere.test', password: 'x' }, office)).toBe(
    'TOO_MANY_ATTEMPTS',
  );
});

test("an ended session is refused on the next call, also on the other instance; the login's other session stays [ENT-11] [ENT-12]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const [here, elsewhere] = await Promise.all(
    [1, 2].map(() => app.must(signIn, { email, password: PASSWORD }, from())),
  );
  await second.must(validateToken, {}, { token: here?.token });
  await app.must(signOut, {}, { token: here?.token });
  for (const instance of [app, second])
    expect(await instance.refusal(validateToken, {}, { token: here?.token })).toBe('UNAUTHENTICATED');
  await app.must(validateToken, {}, { token: elsewhere?.token });
});

test('a session expires [ENT-12]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from());
  app.clock.advance({ hours: 11, minutes: 59 });
  await app.must(validateToken, {}, { token });
  app.clock.advance({ minutes: 1 });
  expect(await app.refusal(validateToken, {}, { token })).toBe('UNAUTHENTICATED');
});

test('only the hash of a token is stored [ENT-12]', async () => {
  const { token } = await aCustomerWithDomain(app);
  const rows = await app.deps.db.global.select().from(session);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('every invalid token gets the same 401 [ENT-12] [API-01]', async () => {
  const { token } = await aCustomerWithDomain(app);
  const headers = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    token.slice(1),
    'Basic YTpi',
    'x'.repeat(5_000),
    `Bearer ${token} ${token}`,
  ];
  const texts = new Set<string>();
  for (const authorization of headers) {
    const answer = await app.call(validateToken, {}, { headers: { authorization } });
    expect(answer.status, authorization).toBe(401);
    texts.add(answer.text);
  }
  texts.add((await app.call(validateToken, {})).text);
  expect(texts.size).toBe(1);
  expect(await app.must(validateToken, {}, { headers: { authorization: token } })).toMatchObject({ token });
});

test('a call without X-Auth is refused with what is missing, before anything else is checked [API-01]', async () => {
  const wrong = [{ 'x-auth': '' }, { 'x-auth': 'controlpanel' }, { 'x-auth': 'controlPanel, controlPanel' }];
  for (const headers of wrong) {
    expect(await app.refusal(validateToken, {}, { headers })).toBe('MISSING_CLIENT');
    expect(await app.refusal(signIn, { email: 'a@b.test', password: 'x' }, { headers })).toBe('MISSING_CLIENT');
  }
});

test("a bundle that is not the session's is not found, whether it exists or not [API-02]", async () => {
  const mine = await aCustomerWithDomain(app);
  const theirs = await aCustomerWithDomain(app);
  const strange = [theirs.bundleId, newId(new Date()), 'x', `${mine.bundleId}'`, mine.bundleId.toUpperCase()];
  for (const bundleId of strange) {
    const options = { token: mine.token, bundleId };
    expect(await app.refusal(readCurrentPlan, {}, options), bundleId).toBe('BUNDLE_NOT_FOUND');
    expect(await app.refusal(listMailboxes, {}, options), bundleId).toBe('BUNDLE_NOT_FOUND');
    const input = { email: `a@${theirs.domain}`, password: PASSWORD };
    expect(await app.refusal(createMailbox, input, options), bundleId).toBe('BUNDLE_NOT_FOUND');
    expect(await app.refusal(switchBundle, { bundleId }, { token: mine.token })).toBe('BUNDLE_NOT_FOUND');
  }
});

test('a customer can work on any of its domains and switch between them; a mailbox only on its own [ENT-12] [API-02]', async () => {
  const first = await aCustomerWithDomain(app);
  const next = await aCustomerWithDomain(app, { email: first.email });
  expect(next.customerId).toBe(first.customerId);
  const { bundles } = await app.must(listBundles, {}, { token: next.token });
  expect(bundles.map((bundle) => bundle.domainName).sort()).toEqual([first.domain, next.domain].sort());
  const { email } = await aMailbox(app, next, 'anna');
  expect((await app.must(listMailboxes, {}, { token: next.token, bundleId: first.bundleId })).total).toBe(0);
  const switched = await app.must(switchBundle, { bundleId: first.bundleId }, { token: next.token });
  expect(switched).toMatchObject({ token: next.token, primaryDomain: first.domain });
  expect((await app.must(listMailboxes, {}, { token: next.token })).total).toBe(0);
  const active = await app.must(readCurrentPlan, {}, { token: next.token, bundleId: '-1' });
  expect(active, 'the active bundle by its other name').toEqual(
    await app.must(readCurrentPlan, {}, { token: next.token }),
  );
  const stayed = await app.must(switchBundle, { bundleId: '-1' }, { token: next.token });
  expect(stayed.primaryDomain).toBe(first.domain);
  const anna = await app.must(signIn, { email, password: PASSWORD }, from());
  expect(anna.bundles).toHaveLength(1);
  expect(await app.refusal(switchBundle, { bundleId: first.bundleId }, { token: anna.token })).toBe('BUNDLE_NOT_FOUND');
  const options = { token: anna.token, bundleId: first.bundleId };
  expect(await app.refusal(listMailboxes, {}, options)).toBe('BUNDLE_NOT_FOUND');
});

test('sign-in, switching and sign-out are audited [ENT-11]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from());
  await app.must(signOut, {}, { token });
  const rows = await app.deps.db.asSystem((tx) =>
    tx
      .select()
      .from(audit)
      .where(and(eq(audit.customerId, customer.customerId), eq(audit.target, email))),
  );
  expect(rows.map((row) => row.action).sort()).toEqual(['mailbox.created', 'session.ended', 'session.started']);
});
