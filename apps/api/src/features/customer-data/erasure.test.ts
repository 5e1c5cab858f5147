import { existsSync } from 'node:fs';
import path from 'node:path';
import { type MailBackend, MailBackendError } from '@postern/adapter-mail/port';
import { addAlias } from '@postern/contract/aliases';
import {
  askForErasure,
  cancelErasure,
  cancelErasureOfLink,
  readErasure,
  readErasureOfLink,
} from '@postern/contract/customer-data';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { createForwarder } from '@postern/contract/forwarders';
import { listMailboxes } from '@postern/contract/mailboxes';
import { authenticatePurchase } from '@postern/contract/purchase';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';
import type { CommandDeps } from '../../feature/command.ts';
import { auditOf, ordersOf, readBalance } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs, confirmAgain } from '../../testing/session-as.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { rowsOfTenant } from '../../testing/try-foreign-ids.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { eraseCustomers } from './erase-customers.ts';
import { hasOpenWork } from './erased-rows.ts';
import { HELD_DATA } from './held-data.ts';

/** How many more deletions the mail server doesn't answer. */
let silentDeletions = 0;
const wrapMail = (mail: MailBackend): MailBackend => ({
  ...mail,
  deleteMailbox: async (ref) => {
    if (silentDeletions > 0) {
      silentDeletions -= 1;
      throw new MailBackendError('unavailable', 'silent');
    }
    await mail.deleteMailbox(ref);
  },
});
const app = useTestApp({ webhooks: false, wrapMail });
let second: TestApp;
let deps: CommandDeps;
beforeAll(async () => {
  deps = { ...app.deps, config: readConfig({ POSTERN_DATA_DIR: app.dataDir }), checks: null, services: null };
  second = await startTestApp({ beside: app, webhooks: false, wrapMail });
  return () => second.stop();
});

const run = (...args: string[]) => runCommand(deps, parseCommand([...args, '--json'], 'evaluation'));

/** The newest link to keep the account, from the owner's mails. */
async function linkTo(email: string): Promise<string> {
  const find = async () =>
    (await app.readMails()).flatMap(({ to, text }) =>
      to === email ? (/\/keep-account\?token=([\w-]+)/.exec(text)?.[1] ?? []) : [],
    )[0];
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return (await find()) ?? '';
}

/** A customer whose purchase has ended: until then an erasure doesn't start. */
async function aSettledCustomer(options?: { planType: string }): Promise<TestCustomer> {
  const customer = await aCustomerWithDomain(app, options);
  const hasOpen = () => app.deps.db.asSystem((tx) => hasOpenWork(tx, customer.customerId));
  await expect.poll(hasOpen, { timeout: 15_000 }).toBe(false);
  return customer;
}

/** A customer with one of everything that an erasure must find. */
async function anAccount() {
  const customer = await aSettledCustomer();
  const { token, email: owner, domain } = customer;
  const anna = await aMailbox(app, customer, 'anna', { isAdmin: true });
  await aMailbox(app, customer, 'ben');
  await app.must(addAlias, { alias: 'info', email: anna.email, displayName: 'Info' }, { token });
  await app.must(createForwarder, { email: `team@${domain}`, recipients: [anna.email] }, { token });
  await app.must(applyDomainPlan, await app.must(planDomain, {}, { token }), { token });
  const ask = () => app.must(askForErasure, { confirmation: owner }, { token });
  return { customer, token, owner, domain, anna, ask, mailDir: path.join(app.dataDir, 'mail', domain) };
}

const sweep = () => eraseCustomers(app.deps);

/** Lets the delay pass, then sweeps as often as it takes: a sweep leaves to the next one what a server didn't do in time. */
async function erase(customer: TestCustomer): Promise<void> {
  app.clock.advance({ days: 14 });
  const isErased = async () => {
    await sweep();
    app.clock.advance({ minutes: 2 });
    return (await auditOf(app, customer.customerId)).join() === 'customer.erased';
  };
  await expect.poll(isErased, { timeout: 15_000 }).toBe(true);
}

const tablesOf = async ({ customerId }: TestCustomer): Promise<string[]> => {
  const counts = await app.deps.db.asSystem(async (tx) =>
    Promise.all(
      HELD_DATA.map(async ({ table }) => ({
        table,
        rows: await rowsOf(tx, sql`select 1 from ${sql.identifier(table)} where customer_id = ${customerId}`),
      })),
    ),
  );
  return counts
    .filter(({ rows }) => rows.length > 0)
    .map(({ table }) => table)
    .toSorted();
};

test('two weeks after the owner asked, everything is gone but what the books need, without a name of the people; another customer keeps all', async () => {
  const other = await aCustomerWithDomain(app);
  await aMailbox(app, other, 'foreign');
  const { customer, token, owner, domain, anna, ask, mailDir } = await anAccount();
  const cardOf = (tx: Queryable) =>
    rowsOf<{ id: string }>(
      tx,
      sql`select payment_method_id as id from saved_card where customer_id = ${customer.customerId}`,
    );
  const [card] = await app.deps.db.asSystem(cardOf);
  const chargeSavedCard = () =>
    app.deps.gateway.chargeOffSession({
      ...{
        idempotencyKey: `test/${customer.customerId}`,
        paymentMethodId: card?.id ?? '',
        amountMinor: 100,
        currency: 'EUR',
      },
      ...{ description: 'Email', metadata: {}, customerReference: customer.customerId },
    });
  // A job creates the zone of the purchase's domain, and publishes it last.
  await expect.poll(() => rowsOfTenant(app, other), { timeout: 15_000 }).toContain('"published_version":1');
  const others = await rowsOfTenant(app, other);
  expect(await app.refusal(askForErasure, { confirmation: anna.email }, { token })).toBe('VALIDATION_FAILED');
  const { erasure } = await ask();
  expect(Date.parse(erasure.dueAt) - Date.parse(erasure.askedAt)).toBe(14 * 86_400_000);
  expect(await ask()).toEqual({ erasure });
  await sweep();
  app.clock.advance({ days: 13, hours: 23 });
  await sweep();
  await app.must(signIn, { email: anna.email, password: PASSWORD });
  expect(existsSync(path.join(mailDir, 'anna'))).toBe(true);
  app.clock.advance({ hours: 2 });
  await sweep();
  expect(await app.refusal(signIn, { email: anna.email, password: PASSWORD })).toBe('INVALID_CREDENTIALS');
  expect(await app.refusal(validateToken, {}, { token })).toBe('UNAUTHENTICATED');
  app.clock.advance({ minutes: 2 });
  await sweep();
  expect(existsSync(path.join(mailDir, 'anna'))).toBe(false);
  await expect(chargeSavedCard(), 'the gateway has forgotten the card').rejects.toMatchObject({
    code: 'payment_method_unknown',
  });
  expect(await app.deps.dns.zones?.listZones()).not.toContain(domain);
  expect(await tablesOf(customer)).toEqual([
    'audit',
    'book_posting',
    'customer_erasure',
    'domain_mail',
    'invoice',
    'ledger_entry',
    'plan_order',
    'purchase',
    'tax_evidence',
  ]);
  const left = await rowsOfTenant(app, customer);
  expect(left).toContain('Hamburg');
  for (const personal of [owner, anna.email, 'anna', 'argon2', PASSWORD]) expect(left).not.toContain(personal);
  expect(await auditOf(app, customer.customerId)).toEqual(['customer.erased']);
  expect((await ordersOf(app, customer.customerId)).map(({ status }) => status)).toEqual(['cancelled']);
  const { taken, booked, ordered } = await readBalance(app);
  expect(booked).toEqual(taken);
  expect(ordered).toEqual(booked);
  const subjects = async () => (await app.readMails()).filter(({ to }) => to === owner).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 15_000 }).toContain('Your account is erased');
  expect(await rowsOfTenant(app, other)).toBe(others);

  const again = await aCustomerWithDomain(app, { domain, email: owner });
  expect(again.customerId).not.toBe(customer.customerId);
  expect((await app.must(listMailboxes, {}, { token: again.token })).accounts).toEqual([]);
  expect(await app.must(readErasure, {}, { token: again.token })).toEqual({ erasure: null });
});

test('a stolen session erases nothing: it needs the password again, the owner is told, and the mailed link keeps the account and signs everyone out', async () => {
  const { customer, token, owner, ask } = await anAccount();
  app.clock.advance({ minutes: 11 });
  expect(await app.refusal(askForErasure, { confirmation: owner }, { token })).toBe('PASSWORD_NEEDED');
  await confirmAgain(app, token);
  await ask();
  const renews = async () => (await ordersOf(app, customer.customerId)).map(({ autoRenew }) => autoRenew);
  expect(await renews()).toEqual([false]);
  await Promise.all([sweep(), eraseCustomers(second.deps)]);
  const link = await linkTo(owner);
  const told = (await app.readMails()).filter(({ to, text }) => to === owner && text.includes('/keep-account'));
  expect(told).toHaveLength(1);
  expect(await app.must(readErasureOfLink, { token: link })).toMatchObject({ email: owner });
  expect(await app.must(readErasure, {}, { token })).toMatchObject({ erasure: { state: 'waiting' } });
  const outcomes = await Promise.all(
    [app, second, app, second].map((one) => one.call(cancelErasureOfLink, { token: link })),
  );
  expect(outcomes.map((answer) => (answer.ok ? 'kept' : answer.code)).toSorted()).toEqual([
    ...['TOKEN_EXPIRED', 'TOKEN_EXPIRED', 'TOKEN_EXPIRED', 'kept'],
  ]);
  expect(await app.refusal(readCurrentPlan, {}, { token })).toBe('UNAUTHENTICATED');
  expect(await renews()).toEqual([true]);
  app.clock.advance({ days: 20 });
  await sweep();
  expect(await tablesOf(customer)).toContain('mailbox');
  expect(await auditOf(app, customer.customerId)).toEqual(
    expect.arrayContaining(['customer.erasure-asked', 'customer.erasure-cancelled']),
  );
});

test('only the owner may ask, look and cancel; a cancelled erasure can be asked for again', async () => {
  const { customer, token, anna, ask } = await anAccount();
  const { token: ofAnna } = await app.must(signIn, { email: anna.email, password: PASSWORD });
  const staff = await aSessionAs(app, customer, { role: 'partnerSupport', email: 'help@partner.test' });
  for (const as of [ofAnna, staff]) {
    await confirmAgain(app, as);
    expect(await app.refusal(readErasure, {}, { token: as })).toBe('NOT_AUTHORIZED');
    expect(await app.refusal(cancelErasure, {}, { token: as })).toBe('NOT_AUTHORIZED');
    expect(await app.refusal(askForErasure, { confirmation: anna.email }, { token: as })).toBe('NOT_AUTHORIZED');
  }
  await ask();
  await app.must(cancelErasure, {}, { token });
  expect(await app.must(readErasure, {}, { token })).toEqual({ erasure: null });
  await app.must(cancelErasure, {}, { token });
  await ask();
  expect(await app.must(readErasure, {}, { token })).toMatchObject({ erasure: { state: 'waiting' } });
});

test('an erasure continues where it was interrupted, in any process, and waits for a payment that is under way', async () => {
  const { customer, ask, mailDir } = await anAccount();
  await ask();
  await sweep();
  app.clock.advance({ days: 14 });
  const { customerId } = customer;
  const move = (state: string) =>
    app.deps.db.asSystem((tx) =>
      tx.execute(sql`update purchase set state = ${state} where customer_id = ${customerId}`),
    );
  await move('provisioned');
  await sweep();
  expect(await tablesOf(customer)).toContain('session');
  await move('confirmed');
  silentDeletions = Number.POSITIVE_INFINITY;
  await Promise.all([sweep(), eraseCustomers(second.deps)]);
  app.clock.advance({ minutes: 2 });
  await Promise.all([sweep(), eraseCustomers(second.deps)]);
  expect(existsSync(path.join(mailDir, 'ben')) || existsSync(path.join(mailDir, 'anna'))).toBe(true);
  expect(await tablesOf(customer)).toContain('mailbox');
  silentDeletions = 0;
  await Promise.all([sweep(), eraseCustomers(second.deps), sweep(), eraseCustomers(second.deps)]);
  await sweep();
  expect(await tablesOf(customer)).not.toContain('mailbox');
  expect(await auditOf(app, customer.customerId)).toEqual(['customer.erased']);
  expect(existsSync(path.join(mailDir, 'anna'))).toBe(false);
});

test("the operator's command only says what would go until it has a reason; it can erase at once, and cancel", async () => {
  const { customer, owner } = await anAccount();
  const id = ['--customer', customer.customerId];
  const dry = await run('erase-customer', ...id);
  expect(JSON.parse(dry.stdout)).toMatchObject({
    dueAt: null,
    rows: { mailboxes: 2 },
    kept: { orders: expect.any(String) },
  });
  expect(JSON.parse((await run('cancel-erasure', ...id, '--reason', 'x')).stderr)).toMatchObject({ code: 'NOT_FOUND' });
  expect((await run('erase-customer', ...id, '--reason', 'x', '--days', '91')).exitCode).toBe(2);
  await run('erase-customer', '--email', owner, '--reason', 'letter of 3 May');
  expect((await run('cancel-erasure', ...id, '--reason', 'second letter')).exitCode).toBe(0);
  await run('erase-customer', ...id, '--reason', 'letter of 5 May', '--days', '0');
  await sweep();
  app.clock.advance({ minutes: 2 });
  await sweep();
  expect(await tablesOf(customer)).not.toContain('mailbox');
  const audit = await rowsOfTenant(app, customer);
  expect(audit).toContain('letter of 5 May');
  expect(audit).not.toContain('second letter');
});

test('a trial that paid nothing leaves no purchase, and its link stays used', async () => {
  const customer = await aSettledCustomer({ planType: 'trial' });
  await app.must(askForErasure, { confirmation: customer.email }, { token: customer.token });
  await erase(customer);
  expect(await tablesOf(customer)).not.toContain('purchase');
  const { jwt, partnerId } = customer.link;
  expect((await app.call(authenticatePurchase, { jwt, partnerId })).ok).toBe(false);
});
