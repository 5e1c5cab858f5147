import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { addAlias } from '@postern/contract/aliases';
import { readCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { createForwarder, listForwarders } from '@postern/contract/forwarders';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../../runtime/ids.ts';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { orderAddOn } from '../../subscriptions/tables.ts';
import { mailbox } from '../tables.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

const send = async (to: string) =>
  (await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { to, raw: aMessage('hello') })).reply.slice(0, 3);
const listOf = async ({ token }: TestCustomer) => {
  const { accounts, total } = await app.must(listMailboxes, {}, { token });
  expect(total).toBe(accounts.length);
  return accounts.map(({ email }) => email.split('@')[0]);
};
const refusal = ({ token }: TestCustomer, email: string) => app.refusal(deleteMailbox, { email }, { token });

test('a deleted mailbox disappears from the list and the mail server at once, and its name and its place in the plan are free [MBX-04] [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 2 });
  await aMailbox(app, customer, 'anna');
  const { email, id } = await aMailbox(app, customer, 'bert');
  expect(await send(email)).toBe('250');
  expect((await app.deps.mail.listMailboxes()).map(({ mailboxId }) => mailboxId)).toContain(id);
  await app.must(deleteMailbox, { email: ` ${email.toUpperCase()} ` }, { token: customer.token });
  expect(await listOf(customer)).toEqual(['anna']);
  expect(await send(email)).toBe('550');
  expect((await app.deps.mail.listMailboxes()).map(({ mailboxId }) => mailboxId)).not.toContain(id);
  expect(await refusal(customer, email)).toBe('NOT_FOUND');
  const next = await aMailbox(app, customer, 'bert');
  expect(next.quotaUsed).toBe(0);
  expect(next.id).not.toBe(id);
  expect(await auditOf(app, customer.customerId)).toContain('mailbox.deleted');
});

test("the last admin and the last mailbox of a domain can't be deleted [MBX-04] [MBX-07]", async () => {
  const customer = await aCustomerWithDomain(app);
  const anna = await aMailbox(app, customer, 'anna');
  expect(await refusal(customer, anna.email)).toBe('LAST_ACCOUNT');
  const bert = await aMailbox(app, customer, 'bert');
  expect(await refusal(customer, anna.email)).toBe('LAST_ADMIN');
  await aMailbox(app, customer, 'carl', { isAdmin: true });
  await app.must(deleteMailbox, { email: anna.email }, { token: customer.token });
  await app.must(deleteMailbox, { email: bert.email }, { token: customer.token });
  expect(await listOf(customer)).toEqual(['carl']);
});

test("only active admins count: while one is suspended, the other can't be deleted [MBX-07]", async () => {
  const customer = await aCustomerWithDomain(app);
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert', { isAdmin: true });
  await app.deps.db.asSystem((tx) => tx.update(mailbox).set({ suspended: true }).where(eq(mailbox.mailboxId, bert.id)));
  expect(await refusal(customer, anna.email)).toBe('LAST_ADMIN');
  await app.must(deleteMailbox, { email: bert.email }, { token: customer.token });
});

test('sessions and links of a deleted mailbox stop working on the next call, on the other instance too [MBX-04] [ENT-12]', async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'anna');
  const { email } = await aMailbox(app, customer, 'bert');
  const from = { headers: { 'x-forwarded-for': '10.3.0.1' } };
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from);
  await second.must(validateToken, {}, { token });
  await app.must(deleteMailbox, { email }, { token: customer.token });
  expect(await second.refusal(validateToken, {}, { token })).toBe('UNAUTHENTICATED');
  expect(await second.refusal(signIn, { email, password: PASSWORD }, from)).toBe('INVALID_CREDENTIALS');
});

test('aliases, add-ons and the catch-all are deleted with their mailbox, and forwarders without another recipient if the person says so [MBX-04] [CAT-01] [FWD-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain, customerId, bundleId } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  await app.must(addAlias, { alias: 'sales', email: bert.email, displayName: 'Sales' }, { token });
  await app.must(setCatchAll, { email: bert.email }, { token });
  await app.must(createForwarder, { email: `one@${domain}`, recipients: [bert.email] }, { token });
  await app.must(createForwarder, { email: `two@${domain}`, recipients: [bert.email, anna.email] }, { token });
  const addOn = { addOnId: newId(new Date()), type: 'storage_addon', status: 'active' as const };
  const place = { customerId, bundleId };
  const createdAt = app.clock.now();
  await app.deps.db.asSystem((tx) =>
    tx.insert(orderAddOn).values({ ...place, ...addOn, mailboxId: bert.id, createdAt }),
  );
  await app.must(deleteMailbox, { email: bert.email, forwardTo: null }, { token });
  expect((await app.must(readCatchAll, {}, { token })).email).toBeNull();
  const { forwarders } = await app.must(listForwarders, {}, { token });
  expect(forwarders.map(({ email, recipients }) => [email, recipients])).toEqual([[`two@${domain}`, [anna.email]]]);
  for (const gone of ['sales', 'one', 'anything']) expect(await send(`${gone}@${domain}`)).toBe('550');
  expect(await send(`two@${domain}`)).toBe('250');
  expect(
    await app.deps.db.asSystem((tx) => tx.select().from(orderAddOn).where(eq(orderAddOn.bundleId, bundleId))),
    'ended, so that the next renewal leaves it out',
  ).toMatchObject([{ ended: true }]);
  await app.must(createMailbox, { email: `sales@${domain}`, password: PASSWORD }, { token });
});

test('an admin may delete their own mailbox if another admin remains, and is signed out by it [MBX-04]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  await aMailbox(app, customer, 'bert', { isAdmin: true });
  const from = { headers: { 'x-forwarded-for': '10.3.0.2' } };
  const { token } = await app.must(signIn, { email, password: PASSWORD }, from);
  await app.must(deleteMailbox, { email }, { token });
  expect(await app.refusal(listMailboxes, {}, { token })).toBe('UNAUTHENTICATED');
});

test('a mailbox that a forwarder delivers to only stays until the person chooses another one for it [MBX-04] [FWD-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  await app.must(addAlias, { alias: 'sales', email: anna.email, displayName: 'Sales' }, { token });
  for (const name of ['one', 'two'])
    await app.must(createForwarder, { email: `${name}@${domain}`, recipients: [bert.email] }, { token });
  await app.must(createForwarder, { email: `both@${domain}`, recipients: [bert.email, anna.email] }, { token });
  const refused = await app.call(deleteMailbox, { email: bert.email }, { token });
  expect(refused).toMatchObject({
    ok: false,
    status: 409,
    code: 'LAST_RECIPIENT',
    problem: { attrs: { forwarders: [`one@${domain}`, `two@${domain}`] } },
  });
  for (const forwardTo of [bert.email, `sales@${domain}`, `one@${domain}`, 'anna@elsewhere.test', ''])
    expect(await app.refusal(deleteMailbox, { email: bert.email, forwardTo }, { token })).toBe('VALIDATION_FAILED');
  expect(await send(`one@${domain}`)).toBe('250');
  await app.must(deleteMailbox, { email: bert.email, forwardTo: anna.email }, { token });
  const { forwarders } = await app.must(listForwarders, {}, { token });
  expect(forwarders.map(({ email, recipients }) => [email, recipients])).toEqual(
    ['both', 'one', 'two'].map((name) => [`${name}@${domain}`, [anna.email]]),
  );
  for (const name of ['one', 'two', 'both']) expect(await send(`${name}@${domain}`)).toBe('250');
});
