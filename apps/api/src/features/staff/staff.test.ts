import { listMailboxes } from '@postern/contract/mailboxes';
import { resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import {
  enableStaffTotp,
  readCustomer,
  readStaff,
  readStaffLink,
  searchCustomers,
  setStaffPassword,
  signInStaff,
  signInStaffByTotp,
  signOutStaff,
  startStaffTotp,
} from '@postern/contract/staff';
import { endVisit, openVisit, setVisitConsent } from '@postern/contract/support-visits';
import { shortCustomerId } from '@postern/domain/sign-in';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { aStaffSession, aVisit, REASON, signInAgain } from '../../testing/staff.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { totpCode } from '../../secrets/totp.ts';
import { readBase32 } from '../../testing/examples/read-base32.ts';
import { createStaff, disableStaff, makeLinkFor } from './accounts.ts';
import { signInStaff as signInStaffHere } from './sign-in-staff.ts';
import { listStaffAudit } from './staff-audit.ts';

const app = useTestApp({ webhooks: false });
let mine: TestCustomer;
let theirs: TestCustomer;
beforeAll(async () => {
  mine = await aCustomerWithDomain(app);
  theirs = await aCustomerWithDomain(app, { partner: app.otherPartner });
});

const URL_BASE = 'http://panel.test';
let addresses = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.7.0.${++addresses}` } });

test('staff choose their password with a link that works once, and can only set up two-factor sign-in until it is on [SUP-01] [MBX-08]', async () => {
  const wish = { role: 'product' as const, partnerId: null, email: 'jonas@support.test', name: 'Jonas Kreuz' };
  const { url } = await createStaff(app.deps, URL_BASE, wish);
  expect(url).toMatch(/^http:\/\/panel\.test\/staff\/set-password\?token=[\w-]{43}$/);
  const link = new URL(url).searchParams.get('token') ?? '';
  expect(await app.must(readStaffLink, { token: link })).toMatchObject({ email: wish.email });
  expect(await app.refusal(setStaffPassword, { token: link, password: 'short' })).toBe('VALIDATION_FAILED');
  await app.must(setStaffPassword, { token: link, password: PASSWORD });
  expect(await app.refusal(setStaffPassword, { token: link, password: PASSWORD })).toBe('TOKEN_EXPIRED');
  const { token, staff } = await app.must(signInStaff, { email: 'Jonas@Support.test', password: PASSWORD }, from());
  expect(staff).toMatchObject({ name: 'Jonas Kreuz', role: 'product', partnerId: null, hasTwoFactor: false });
  const visit = { bundleId: mine.bundleId, reason: REASON };
  const refusals = [
    app.refusal(searchCustomers, { q: mine.domain }, { token }),
    app.refusal(openVisit, visit, { token }),
  ];
  expect(await Promise.all(refusals)).toEqual(['NOT_AUTHORIZED', 'NOT_AUTHORIZED']);
  await app.must(startStaffTotp, {}, { token });
  expect(await app.refusal(enableStaffTotp, { code: '000000' }, { token })).toBe('VALIDATION_FAILED');
  const ready = await aStaffSession(app);
  expect(await app.refusal(startStaffTotp, {}, { token: ready.token })).toBe('TOTP_ENABLED');
  const again = await signInAgain(app, ready);
  expect((await app.must(readStaff, {}, { token: again })).staff).toMatchObject({
    email: ready.email,
    hasTwoFactor: true,
  });
});

test('two-factor sign-in ends the staff sessions that began without a code, and a sign-in that was under way [SUP-01] [MBX-08]', async () => {
  const wish = { role: 'product' as const, partnerId: null, email: 'lena@support.test', name: 'Lena Holm' };
  const { url } = await createStaff(app.deps, URL_BASE, wish);
  await app.must(setStaffPassword, { token: new URL(url).searchParams.get('token') ?? '', password: PASSWORD });
  const begin = async () => (await app.must(signInStaff, { email: wish.email, password: PASSWORD }, from())).token;
  const [token, other] = [await begin(), await begin()];
  const { secret } = await app.must(startStaffTotp, {}, { token });
  // A sign-in whose password was checked before, and whose session begins after.
  const hashing = {
    ...app.deps.hashing,
    verify: async (password: string, hash: string | null) => {
      const isRight = await app.deps.hashing.verify(password, hash);
      const code = totpCode(readBase32(secret), Math.floor(app.clock.now().getTime() / 30_000));
      await app.must(enableStaffTotp, { code }, { token });
      return isRight;
    },
  };
  const browser = { agent: '', marks: [], keepMarks: () => {} };
  const context = { requestId: 'late', log: app.deps.log, ip: '10.7.9.1', browser, idempotencyKey: null };
  const late = signInStaffHere({ ...app.deps, hashing }, context, { email: wish.email, password: PASSWORD });
  await expect(late).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await app.must(readStaff, {}, { token });
  expect(await app.refusal(readStaff, {}, { token: other })).toBe('UNAUTHENTICATED');
});

test('a staff address can’t sign in as a customer, nor a customer’s as staff: each sign-in answers as if the other did not exist [SUP-01] [ENT-14]', async () => {
  const anna = await aMailbox(app, mine, 'anna');
  const staff = await aStaffSession(app, { email: anna.email });
  expect(await app.refusal(signIn, { email: staff.email, password: 'Other-harbour-7!' }, from())).toBe(
    'INVALID_CREDENTIALS',
  );
  const login = await app.must(signIn, { email: anna.email, password: PASSWORD }, from());
  expect(login.accountId).toBe(anna.id);
  const bert = await aMailbox(app, mine, 'bert');
  expect(await app.refusal(signInStaff, { email: bert.email, password: PASSWORD }, from())).toBe('INVALID_CREDENTIALS');
  expect(await app.refusal(listMailboxes, {}, { token: staff.token })).toBe('UNAUTHENTICATED');
  expect(await app.refusal(searchCustomers, { q: mine.domain }, { token: mine.token })).toBe('UNAUTHENTICATED');
  const { url } = await makeLinkFor(app.deps, URL_BASE, staff.email, false);
  const token = new URL(url).searchParams.get('token') ?? '';
  expect(await app.refusal(resetPassword, { token, email: anna.email, password: PASSWORD })).toBe('TOKEN_EXPIRED');
});

test('a staff session and its visit end after half an hour without a call, at the sign-out, and when the account is disabled [ENT-12] [SUP-01]', async () => {
  const idle = await aStaffSession(app);
  const { token: visit } = await aVisit(app, idle, mine);
  app.clock.advance({ minutes: 29 });
  await app.must(listMailboxes, {}, { token: visit });
  app.clock.advance({ minutes: 29 });
  await app.must(readStaff, {}, { token: idle.token });
  app.clock.advance({ minutes: 30 });
  expect(await app.refusal(readStaff, {}, { token: idle.token })).toBe('UNAUTHENTICATED');
  for (const end of [
    ({ token }: { token: string }) => app.must(signOutStaff, {}, { token }),
    ({ email }: { email: string }) => disableStaff(app.deps, email),
  ]) {
    const staff = await aStaffSession(app);
    const { token } = await aVisit(app, staff, mine);
    await app.must(listMailboxes, {}, { token });
    await end(staff);
    expect(await app.refusal(readStaff, {}, staff)).toBe('UNAUTHENTICATED');
    expect(await app.refusal(listMailboxes, {}, { token })).toBe('UNAUTHENTICATED');
  }
});

test('ten wrong passwords or codes are checked, whether the account exists or not, and a disabled account is never right [SUP-01] [ENT-14]', async () => {
  const { email } = await aStaffSession(app);
  for (const address of [email, 'nobody@support.test']) {
    const answers: string[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      answers.push(await app.refusal(signInStaff, { email: address, password: 'Wrong-harbour-7!' }, from()));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'INVALID_CREDENTIALS'), 'TOO_MANY_ATTEMPTS']);
  }
  const coded = await aStaffSession(app);
  const refused = await app.call(signInStaff, { email: coded.email, password: PASSWORD }, from());
  const challenge = refused.ok ? '' : String(refused.problem.attrs['challenge']);
  const codes: string[] = [];
  for (let tries = 0; tries < 11; tries += 1)
    codes.push(await app.refusal(signInStaffByTotp, { challenge, code: '000000' }, from()));
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
  const gone = await aStaffSession(app);
  await disableStaff(app.deps, gone.email);
  const again = { email: gone.email, password: PASSWORD };
  expect(await app.refusal(signInStaff, again, from())).toBe('INVALID_CREDENTIALS');
});

test('staff can read who a customer is, with plans, state and last visits but no bills; a customer of another partner and an unknown one get the same answer, and each reading is recorded [SUP-01] [API-02]', async () => {
  const staff = await aStaffSession(app);
  const customer = await aCustomerWithDomain(app, { accounts: 4 });
  await aMailbox(app, customer, 'anna');
  const { token, visitId } = await aVisit(app, staff, customer);
  const { customerId } = customer;
  const during = await app.must(readCustomer, { customerId }, staff);
  expect(during.customer.visits).toMatchObject([
    { visitId, state: 'open', domainName: customer.domain, ticket: '48213' },
  ]);
  await app.must(endVisit, {}, { token });
  await app.must(setVisitConsent, { required: true }, { token: customer.token });
  const answer = await app.call(readCustomer, { customerId }, staff);
  if (!answer.ok) throw new Error(answer.text);
  const { customer: read } = answer.body;
  expect(read).toMatchObject({ email: customer.email, partnerId: app.partner.partnerId });
  expect(read.visits).toMatchObject([{ visitId, state: 'ended', endedBy: 'staff', reason: REASON }]);
  expect(read.domains).toMatchObject([
    {
      ...{
        bundleId: customer.bundleId,
        domainName: customer.domain,
        mailboxes: 1,
        asksFirst: true,
        isConnected: false,
      },
      orders: [{ product: 'MailSuite', billingCycle: 'yearly', status: 'active', isTrial: false, autoRenew: true }],
    },
  ]);
  for (const secret of ['4242', 'Quay 1', 'Hamburg']) expect(answer.text).not.toContain(secret);
  const all = await aStaffSession(app, { role: 'productSupport' });
  await app.must(readCustomer, { customerId: theirs.customerId }, all);
  const log = await app.deps.db.asSystem((tx) => listStaffAudit(tx, staff.staffId));
  expect(log.filter(({ action }) => action === 'staff.customer-read')).toHaveLength(2);
  const never = '0190c4a0-1111-7111-8111-111111111111';
  const answers: string[] = [];
  for (let tries = 0; tries < 60 && answers.at(-1) !== 'TOO_MANY_ATTEMPTS'; tries += 1)
    for (const id of [theirs.customerId, never])
      answers.push(await app.refusal(readCustomer, { customerId: id }, staff));
  expect([...new Set(answers)]).toEqual(['NOT_FOUND', 'TOO_MANY_ATTEMPTS']);
});

test('partner support finds its partner’s customers by domain, address, id, order and card, and never another partner’s; every search is recorded and counted [SUP-01] [API-02]', async () => {
  const own = await aStaffSession(app);
  const all = await aStaffSession(app, { role: 'productSupport' });
  await aMailbox(app, theirs, 'carla');
  const namesFound = async (staff: { token: string }, q: string) =>
    (await app.must(searchCustomers, { q }, staff)).customers.flatMap(({ domains }) =>
      domains.map(({ domainName }) => domainName),
    );
  const termsOf = ({ domain, email, customerId, bundleId, order }: TestCustomer) => [
    domain,
    `https://${domain}/about`,
    email.toUpperCase(),
    customerId,
    shortCustomerId(customerId).toLowerCase(),
    bundleId,
    order.orderId ?? customerId,
  ];
  for (const q of termsOf(mine)) expect(await namesFound(own, q), q).toContain(mine.domain);
  for (const q of [...termsOf(theirs), `carla@${theirs.domain}`]) {
    expect(await namesFound(own, q), q).toEqual([]);
    expect(await namesFound(all, q), q).toContain(theirs.domain);
  }
  expect(await namesFound(own, '4242')).toContain(mine.domain);
  expect(await namesFound(own, '4242')).not.toContain(theirs.domain);
  expect(await namesFound(own, `${mine.domain.slice(0, 4)}%`).catch(() => ['refused'])).toEqual(['refused']);
  expect(await app.refusal(searchCustomers, { q: 'ab' }, own)).toBe('VALIDATION_FAILED');
  const log = await app.deps.db.asSystem((tx) => listStaffAudit(tx, own.staffId));
  expect(log.filter(({ action }) => action === 'staff.searched').length).toBeGreaterThan(10);
  let refused = '';
  for (let tries = 0; tries < 60 && refused === ''; tries += 1) {
    const answer = await app.call(searchCustomers, { q: 'nothing.test' }, own);
    if (!answer.ok) refused = answer.code;
  }
  expect(refused).toBe('TOO_MANY_ATTEMPTS');
}, 60_000);
