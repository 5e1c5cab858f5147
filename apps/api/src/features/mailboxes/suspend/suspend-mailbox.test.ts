import type { MailBackend } from '@postern/adapter-mail/port';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import {
  listSuspensions,
  suspendMailbox,
  unsuspendMailbox,
  updateMailbox,
} from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { beforeEach, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../../testing/builders.ts';
import { aSessionAs } from '../../../testing/session-as.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';

/** Whose sessions the mail server was asked to end, and how often it fails first. */
let ended: string[] = [];
let failures = 0;
const wrapMail = (mail: MailBackend): MailBackend => ({
  ...mail,
  endSessions: async (ref) => {
    failures -= 1;
    if (failures >= 0) throw new Error('a test said so');
    ended.push(ref.address);
  },
});
const app = useTestApp({ webhooks: false, wrapMail });
const second = useTestApp({ beside: app, wrapMail });
beforeEach(() => {
  ended = [];
  failures = 0;
});

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.6.0.${++lastAddress}` } });
const support = (customer: TestCustomer) =>
  aSessionAs(app, customer, { role: 'partnerSupport', email: 'sue@partner.test' });

async function aCouple() {
  const customer = await aCustomerWithDomain(app);
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  return { customer, token: customer.token, anna, bert };
}

test("a suspended mailbox still receives, but can't sign in anywhere: its sessions end with the next call [MBX-05] [MBX-13]", async () => {
  const { token, bert } = await aCouple();
  const session = await app.must(signIn, { email: bert.email, password: PASSWORD }, from());
  const input = { email: bert.email, suspensionType: ' On leave ' };
  const { account } = await app.must(suspendMailbox, input, { token });
  expect(account.status).toBe('suspended');
  expect(await second.refusal(validateToken, {}, { token: session.token })).toBe('UNAUTHENTICATED');
  const again = await second.call(signIn, { email: bert.email, password: PASSWORD }, from());
  expect(again).toMatchObject({ code: 'NOT_AUTHORIZED', problem: { attrs: { reason: 'SUSPENDED' } } });
  const smtp = { host: '127.0.0.1', port: app.smtpPort };
  expect((await sendMail(smtp, { to: bert.email, raw: aMessage('hello') })).accepted).toEqual([bert.email]);
  const lifted = { email: bert.email, suspensionType: 'On leave' };
  expect(await app.must(unsuspendMailbox, lifted, { token })).toEqual({ newStatus: 'active' });
  await app.must(signIn, { email: bert.email, password: PASSWORD }, from());
});

test('a mailbox that is suspended or demoted while signing in gets no session, or one without the right [ENT-12] [MBX-05] [MBX-07]', async () => {
  const { customer, token, bert } = await aCouple();
  const carl = await aMailbox(app, customer, 'carl', { isAdmin: true });
  const signInAt = (email: string) => second.call(signIn, { email, password: PASSWORD }, from());
  const [asBert, asCarl] = await Promise.all([
    signInAt(bert.email),
    signInAt(carl.email),
    app.must(suspendMailbox, { email: bert.email }, { token }),
    app.must(updateMailbox, { accountId: carl.id, accountConfig: { isAdmin: false } }, { token }),
  ]);
  const tokenOf = (answer: typeof asBert) => ({ token: answer.ok ? answer.body.token : 'none' });
  expect(await app.refusal(validateToken, {}, tokenOf(asBert))).toBe('UNAUTHENTICATED');
  expect(['UNAUTHENTICATED', 'NOT_AUTHORIZED']).toContain(await app.refusal(listMailboxes, {}, tokenOf(asCarl)));
});

test('the mail server ends the sessions of a suspended mailbox, at once or as soon as it answers [MBX-13]', async () => {
  const { token, bert } = await aCouple();
  failures = 1;
  await app.must(suspendMailbox, { email: bert.email }, { token });
  await expect.poll(() => ended, { timeout: 15_000, interval: 50 }).toContain(bert.email);
});

test('several parties may suspend a mailbox; each sees all suspensions but lifts only its own, and it stays suspended until the last [MBX-05]', async () => {
  const { customer, token, bert } = await aCouple();
  const helper = { token: await support(customer) };
  await app.must(suspendMailbox, { email: bert.email, suspensionType: 'On leave' }, { token });
  await app.must(suspendMailbox, { email: bert.email, suspensionType: 'On leave' }, { token });
  app.clock.advance({ seconds: 1 });
  await app.must(suspendMailbox, { email: bert.email, suspensionType: 'Spam' }, helper);
  const seen = async (options: { token: string }) =>
    (await app.must(listSuspensions, { accountId: bert.id }, options)).suspensions.map((one) => [
      one.suspensionType,
      one.unsuspendable,
      one.role,
      one.userEmail,
    ]);
  expect(await seen({ token })).toEqual([
    ['On leave', true, 'domainAdmin', customer.email],
    ['Spam', false, 'partnerSupport', 'sue@partner.test'],
  ]);
  expect((await seen(helper)).map(([, own]) => own)).toEqual([false, true]);
  const theirs = await app.call(unsuspendMailbox, { email: bert.email, suspensionType: 'Spam' }, { token });
  expect(theirs).toMatchObject({ code: 'NOT_AUTHORIZED', problem: { attrs: { reason: 'NOT_YOURS' } } });
  expect(await app.refusal(unsuspendMailbox, { email: bert.email, suspensionType: 'Lost' }, { token })).toBe(
    'NOT_FOUND',
  );
  const left = await app.must(unsuspendMailbox, { email: bert.email, suspensionType: 'On leave' }, { token });
  expect(left.newStatus).toBe('suspended');
  expect(await app.refusal(unsuspendMailbox, { email: bert.email }, { token })).toBe('NOT_AUTHORIZED');
  expect(await app.must(unsuspendMailbox, { email: bert.email }, helper)).toEqual({ newStatus: 'active' });
  expect(await app.must(unsuspendMailbox, { email: bert.email }, { token })).toEqual({ newStatus: 'active' });
  expect(await seen({ token })).toEqual([]);
  const actions = (await auditOf(app, customer.customerId)).filter((action) => action.includes('suspended'));
  const [on, off] = ['mailbox.suspended', 'mailbox.unsuspended'];
  expect(actions.sort()).toEqual([on, on, off, off]);
});

test('nobody can suspend the last active admin [MBX-05] [MBX-07]', async () => {
  const { customer, token, anna, bert } = await aCouple();
  expect(await app.refusal(suspendMailbox, { email: anna.email }, { token })).toBe('LAST_ADMIN');
  expect(await app.refusal(suspendMailbox, { email: anna.email }, { token: await support(customer) })).toBe(
    'LAST_ADMIN',
  );
  const carl = await aMailbox(app, customer, 'carl', { isAdmin: true });
  await app.must(suspendMailbox, { email: carl.email }, { token });
  expect(await app.refusal(suspendMailbox, { email: anna.email }, { token })).toBe('LAST_ADMIN');
  await app.must(suspendMailbox, { email: bert.email }, { token });
  const { accounts } = await app.must(listMailboxes, {}, { token });
  expect(accounts.map(({ status }) => status)).toEqual(['active', 'suspended', 'suspended']);
});

test('a reason that is too long, and more reasons than twenty, are refused [MBX-05]', async () => {
  const { token, bert } = await aCouple();
  const refuse = async (suspensionType: string) => {
    const answer = await app.call(suspendMailbox, { email: bert.email, suspensionType }, { token });
    return answer.ok ? 'OK' : JSON.stringify(answer.problem.attrs.fields);
  };
  expect(await refuse('x'.repeat(501))).toContain('REASON_TOO_LONG');
  for (let number = 0; number < 20; number += 1) expect(await refuse(`reason ${number}`)).toBe('OK');
  expect(await refuse('one more')).toContain('TOO_MANY_SUSPENSIONS');
  expect(await refuse('reason 7')).toBe('OK');
});

test('suspending an unknown mailbox, or asking about it, is answered with not found [MBX-05]', async () => {
  const { token, customer } = await aCouple();
  const email = `nobody@${customer.domain}`;
  expect(await app.refusal(suspendMailbox, { email }, { token })).toBe('NOT_FOUND');
  expect(await app.refusal(unsuspendMailbox, { email }, { token })).toBe('NOT_FOUND');
  expect(await app.refusal(listSuspensions, { accountId: customer.bundleId }, { token })).toBe('NOT_FOUND');
});
