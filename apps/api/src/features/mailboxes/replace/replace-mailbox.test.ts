import { MailBackendError } from '@postern/adapter-mail/port';
import { readCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { createForwarder, listForwarders } from '@postern/contract/forwarders';
import { replaceMailbox } from '@postern/contract/mailbox-administration';
import { listMailboxes, type MailAccount } from '@postern/contract/mailboxes';
import { signIn } from '@postern/contract/sign-in';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { planOrder } from '../../subscriptions/tables.ts';
import { settleUnconfirmedMailboxes } from '../settle-unconfirmed-mailboxes.ts';

/** How the mail store fails next, before it works again. The store itself is the real one. */
let faults: { call: 'create' | 'delete'; kind: 'refused' | 'unavailable' }[] = [];
const fail = (call: 'create' | 'delete') => {
  const [fault] = faults[0]?.call === call ? faults.splice(0, 1) : [];
  if (fault) throw new MailBackendError(fault.kind, 'a test said so');
};
const app = useTestApp({
  webhooks: false,
  wrapMail: (mail) => ({
    ...mail,
    createMailbox: async (ref) => {
      fail('create');
      await mail.createMailbox(ref);
    },
    deleteMailbox: async (ref) => {
      fail('delete');
      await mail.deleteMailbox(ref);
    },
  }),
});
beforeEach(() => {
  faults = [];
});

const wishOf = (customer: TestCustomer, old: MailAccount, name = 'nora') => ({
  orderId: customer.order.orderId,
  bundleId: customer.bundleId,
  oldAccountId: old.id,
  email: `${name}@${customer.domain}`,
  password: PASSWORD,
});
const listed = async ({ token }: TestCustomer) => {
  const { accounts, total } = await app.must(listMailboxes, {}, { token });
  expect(total).toBe(accounts.length);
  return accounts.map(({ email, isAdmin }) => `${email.split('@')[0]}${isAdmin ? ' admin' : ''}`);
};
const stored = async ({ domain }: TestCustomer) =>
  (await app.deps.mail.listMailboxes())
    .map(({ address }) => address)
    .filter((address) => address.endsWith(`@${domain}`));

test('the last mailbox of a full plan is replaced in one call, and the new one is the admin [MBX-04]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const anna = await aMailbox(app, customer, 'anna');
  const { account } = await app.must(replaceMailbox, wishOf(customer, anna), { token: customer.token });
  expect(account).toMatchObject({ email: `nora@${customer.domain}`, isAdmin: true, status: 'active' });
  expect(await listed(customer)).toEqual(['nora admin']);
  expect(await stored(customer)).toEqual([account.email]);
  const from = { headers: { 'x-forwarded-for': '10.4.0.1' } };
  await app.must(signIn, { email: account.email, password: PASSWORD }, from);
  expect(await app.refusal(signIn, { email: anna.email, password: PASSWORD }, from)).toBe('INVALID_CREDENTIALS');
});

test('the replacement takes its place in forwarders and as the catch-all [MBX-04] [FWD-01] [CAT-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  await app.must(createForwarder, { email: `one@${domain}`, recipients: [anna.email] }, { token });
  await app.must(createForwarder, { email: `two@${domain}`, recipients: [anna.email, bert.email] }, { token });
  await app.must(setCatchAll, { email: anna.email }, { token });
  const { account } = await app.must(replaceMailbox, wishOf(customer, anna), { token });
  const { forwarders } = await app.must(listForwarders, {}, { token });
  expect(forwarders.map(({ recipients }) => recipients)).toEqual([[account.email], [bert.email, account.email]]);
  expect((await app.must(readCatchAll, {}, { token })).email).toBe(account.email);
});

test('an unknown order, bundle or mailbox, a taken address or an expired plan change nothing [MBX-04]', async () => {
  const customer = await aCustomerWithDomain(app);
  const other = await aCustomerWithDomain(app);
  const anna = await aMailbox(app, customer, 'anna');
  const theirs = await aMailbox(app, other, 'anna');
  const good = wishOf(customer, anna);
  const refusal = (change: Partial<typeof good>) =>
    app.refusal(replaceMailbox, { ...good, ...change }, { token: customer.token });
  expect(await refusal({ orderId: other.order.orderId })).toBe('NOT_FOUND');
  expect(await refusal({ oldAccountId: theirs.id })).toBe('NOT_FOUND');
  expect(await refusal({ bundleId: other.bundleId })).toBe('BUNDLE_NOT_FOUND');
  expect(await refusal({ email: anna.email })).toBe('EMAIL_EXISTS');
  expect(await refusal({ password: 'short' })).toBe('VALIDATION_FAILED');
  const expiresAt = new Date(app.clock.now().getTime() - 48 * 3_600_000);
  const orderIs = eq(planOrder.orderId, customer.order.orderId);
  await app.deps.db.asSystem((tx) => tx.update(planOrder).set({ expiresAt }).where(orderIs));
  expect(await refusal({})).toBe('PLAN_EXPIRED');
  expect(await listed(customer)).toEqual(['anna admin']);
});

test('a mail store that refuses leaves the old mailbox as it was [MBX-04]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const anna = await aMailbox(app, customer, 'anna');
  faults = [{ call: 'create', kind: 'refused' }];
  const wish = wishOf(customer, anna);
  expect(await app.refusal(replaceMailbox, wish, { token: customer.token })).toBe('MAIL_BACKEND_UNAVAILABLE');
  expect(await listed(customer)).toEqual(['anna admin']);
  await app.must(replaceMailbox, wish, { token: customer.token });
  expect(await listed(customer)).toEqual(['nora admin']);
});

test('while the mail store is silent the old mailbox stays, until the sweep finishes the replacement, once [MBX-04]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const anna = await aMailbox(app, customer, 'anna');
  faults = [
    { call: 'create', kind: 'unavailable' },
    { call: 'delete', kind: 'unavailable' },
  ];
  const wish = wishOf(customer, anna);
  const options = { token: customer.token, headers: { 'idempotency-key': 'replace' } };
  expect(await app.refusal(replaceMailbox, wish, options)).toBe('MAIL_BACKEND_UNAVAILABLE');
  const { accounts } = await app.must(listMailboxes, {}, { token: customer.token });
  expect(accounts.map(({ email }) => email)).toEqual([anna.email]);
  app.clock.advance({ seconds: 13 });
  await Promise.all([settleUnconfirmedMailboxes(app.deps), settleUnconfirmedMailboxes(app.deps)]);
  expect(await listed(customer)).toEqual(['nora admin']);
  await settleUnconfirmedMailboxes(app.deps);
  expect(await stored(customer)).toEqual([wish.email]);
  expect((await app.must(replaceMailbox, wish, options)).account.email).toBe(wish.email);
});

test('of eight concurrent replacements of one mailbox, one is made [MBX-04]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const anna = await aMailbox(app, customer, 'anna');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      app.call(replaceMailbox, wishOf(customer, anna, `nora-${number}`), { token: customer.token }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(Array(7).fill('NOT_FOUND'));
  expect(await listed(customer)).toHaveLength(1);
});
