import { MailBackendError } from '@postern/adapter-mail/port';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { bundle } from '../../bundles/tables.ts';
import { settleUnconfirmedMailboxes } from '../settle-unconfirmed-mailboxes.ts';
import { mailbox } from '../tables.ts';

/** How the mail store fails the next creations, before it works again. The store itself is the real one. */
let faults: { address: string; kind: 'refused' | 'unavailable'; when: 'before' | 'after' }[] = [];
const app = useTestApp({
  wrapMail: (mail) => ({
    ...mail,
    createMailbox: async (ref) => {
      const index = faults.findIndex((fault) => ref.address.startsWith(fault.address));
      const [fault] = index === -1 ? [] : faults.splice(index, 1);
      if (fault?.when === 'before') throw new MailBackendError(fault.kind, 'a test said so');
      await mail.createMailbox(ref);
      if (fault) throw new MailBackendError(fault.kind, 'a test said so');
    },
  }),
});
const second = useTestApp({ beside: app });
beforeEach(() => {
  faults = [];
});

const codeOf = (
  input: { email: string; password?: string; displayName?: string; alternateEmail?: string },
  token: string,
) => app.refusal(createMailbox, { password: PASSWORD, ...input }, { token });

const countOf = (customer: TestCustomer) =>
  app.deps.db.asTenant(customer.customerId, async (tx) => {
    const [row] = await tx
      .select({ count: bundle.mailboxCount })
      .from(bundle)
      .where(eq(bundle.bundleId, customer.bundleId));
    return row?.count;
  });

test('a mailbox that the mail store definitely refuses is taken back, with its name and its place in the plan [MBX-02] [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  faults = [{ address: 'anna@', kind: 'refused', when: 'before' }];
  expect(await codeOf({ email: `anna@${customer.domain}` }, customer.token)).toBe('MAIL_BACKEND_UNAVAILABLE');
  expect(await countOf(customer)).toBe(0);
  expect(await auditOf(app, customer.customerId)).toContain('mailbox.taken-back');
  expect((await aMailbox(app, customer, 'anna')).isAdmin).toBe(true);
});

test('when the first mailbox is taken back, one created at the same time becomes the admin [MBX-07]', async () => {
  const customer = await aCustomerWithDomain(app);
  faults = [{ address: 'first@', kind: 'unavailable', when: 'before' }];
  expect(await codeOf({ email: `first@${customer.domain}` }, customer.token)).toBe('MAIL_BACKEND_UNAVAILABLE');
  expect((await aMailbox(app, customer, 'second')).isAdmin).toBe(false);
  faults = [{ address: 'first@', kind: 'refused', when: 'before' }];
  app.clock.advance({ seconds: 13 });
  await settleUnconfirmedMailboxes(app.deps);
  const { accounts } = await app.must(listMailboxes, {}, { token: customer.token });
  expect(accounts.map(({ email, isAdmin }) => [email, isAdmin])).toEqual([[`second@${customer.domain}`, true]]);
});

test('while the mail store is silent the mailbox stays hidden until it is settled, and the same key then finds it [MBX-02] [API-01]', async () => {
  for (const when of ['before', 'after'] as const) {
    const customer = await aCustomerWithDomain(app, { accounts: 1 });
    const input = { email: `anna@${customer.domain}`, password: PASSWORD };
    const options = { token: customer.token, headers: { 'idempotency-key': 'k' } };
    faults = [{ address: 'anna@', kind: 'unavailable', when }];
    expect(await app.refusal(createMailbox, input, options)).toBe('MAIL_BACKEND_UNAVAILABLE');
    expect((await app.must(listMailboxes, {}, { token: customer.token })).accounts).toEqual([]);
    const early = await sendMail(
      { host: '127.0.0.1', port: app.smtpPort },
      { to: input.email, raw: aMessage('early') },
    );
    expect(early.accepted).toEqual([]);
    app.clock.advance({ seconds: 13 });
    await Promise.all([settleUnconfirmedMailboxes(app.deps), settleUnconfirmedMailboxes(second.deps)]);
    const { accounts } = await app.must(listMailboxes, {}, { token: customer.token });
    expect(accounts.map((account) => account.email)).toEqual([input.email]);
    expect((await app.must(createMailbox, input, options)).account.id).toBe(accounts[0]?.id);
    expect(await countOf(customer)).toBe(1);
  }
});

test('after a time-out of the mail store the same key may be used for another address [API-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const options = { token: customer.token, headers: { 'idempotency-key': 'again' } };
  faults = [{ address: 'anna@', kind: 'unavailable', when: 'before' }];
  const anna = { email: `anna@${customer.domain}`, password: PASSWORD };
  expect(await app.refusal(createMailbox, anna, options)).toBe('MAIL_BACKEND_UNAVAILABLE');
  const bert = await app.must(createMailbox, { ...anna, email: `bert@${customer.domain}` }, options);
  expect(bert.account.email).toBe(`bert@${customer.domain}`);
});

test('mail arrives in a mailbox as soon as it is created, and its usage grows by what arrived [MBX-11] [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const smtp = { host: '127.0.0.1', port: app.smtpPort };
  const sent = await sendMail(smtp, { to: email, raw: aMessage('x'.repeat(70).concat('\r\n').repeat(30_000)) });
  expect(sent.accepted).toEqual([email]);
  const usedMb = async () => (await app.must(listMailboxes, {}, { token: customer.token })).accounts[0]?.quotaUsed ?? 0;
  await expect.poll(usedMb, { timeout: 10_000, interval: 100 }).toBeGreaterThan(2);
  expect(await usedMb()).toBeLessThan(2.2);
  const unknown = await sendMail(smtp, { to: `nobody@${customer.domain}`, raw: aMessage('hello') });
  expect(unknown.reply).toMatch(/^550/);
  const foreign = await sendMail(smtp, { to: 'somebody@elsewhere.test', raw: aMessage('hello') });
  expect(foreign.reply).toMatch(/^55\d/);
});

test('a full mailbox answers 552, and accepts mail again when it has room [MBX-11] [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email, id } = await aMailbox(app, customer, 'anna');
  const setQuota = (quotaMb: number) =>
    app.deps.db.asTenant(customer.customerId, (tx) =>
      tx
        .update(mailbox)
        .set({ quotaMb })
        .where(and(eq(mailbox.customerId, customer.customerId), eq(mailbox.mailboxId, id))),
    );
  const smtp = { host: '127.0.0.1', port: app.smtpPort };
  await setQuota(1);
  const big = aMessage('y'.repeat(70).concat('\r\n').repeat(20_000));
  expect((await sendMail(smtp, { to: email, raw: big })).reply).toMatch(/^552/);
  expect((await sendMail(smtp, { to: email, raw: aMessage('small') })).accepted).toEqual([email]);
  await setQuota(10);
  expect((await sendMail(smtp, { to: email, raw: big })).accepted).toEqual([email]);
});

test('a suspended mailbox still receives [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  await app.deps.db.asSystem((tx) => tx.update(mailbox).set({ suspended: true }).where(eq(mailbox.address, email)));
  const sent = await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { to: email, raw: aMessage('hello') });
  expect(sent.accepted).toEqual([email]);
});
