import { type MailBackend, MailBackendError } from '@postern/adapter-mail/port';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { addAlias } from '@postern/contract/aliases';
import { cancelSubscription } from '@postern/contract/billing';
import { readCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { generateDkimKey, listDkimKeys } from '@postern/contract/dkim';
import { listDnsRecords, upsertDnsRecord } from '@postern/contract/dns';
import { changeDomain } from '@postern/contract/domain-change';
import { checkDomain } from '@postern/contract/domain-connection';
import { createForwarder, listForwarders } from '@postern/contract/forwarders';
import { listInvoices } from '@postern/contract/invoices';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { listBundles, validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Database, rowsOf } from '../../db/client.ts';
import { auditOf, ordersOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';
import { cancelUnprovenOrders } from '../domain-connection/cancel-unproven-orders.ts';
import { setFlag } from '../partners/change-partner.ts';
import { planRelease } from '../domain-end/plan-release.ts';
import { planMissingReleases, releaseDomains } from './release-domains.ts';

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
const second = useTestApp({ beside: app, wrapMail });

const owner = (customer: TestCustomer) => aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
const query = <Row extends object>(text: ReturnType<typeof sql>) =>
  app.deps.db.asSystem((tx) => rowsOf<Row & Record<string, unknown>>(tx, text));
const holderOf = async (name: string) =>
  (await query<{ id: string }>(sql`select customer_id as id from name_registry where name = ${name}`))[0]?.id ?? null;
const send = async (to: string) =>
  (await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { to, raw: aMessage('hello') })).reply.slice(0, 3);

/** A customer with one of everything that the next one of the name must not find. */
async function aFullDomain() {
  const customer = await aCustomerWithDomain(app, { accounts: 3, cycle: 'monthly' });
  const { token, domain } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  await app.must(addAlias, { alias: 'info', email: anna.email, displayName: 'Info' }, { token });
  await app.must(createForwarder, { email: `team@${domain}`, recipients: [anna.email] }, { token });
  await app.must(setCatchAll, { email: anna.email }, { token });
  await app.must(upsertDnsRecord, { type: 'A', host: 'secret', values: ['192.0.2.7'], ttl: 600 }, { token });
  await app.must(generateDkimKey, {}, { token });
  await app.must(checkDomain, { domainName: domain }, { token });
  expect(await send(anna.email)).toBe('250');
  return { ...customer, anna };
}

/** Ends the order without its 30 days, as the last step of its life does. */
const end = ({ customerId, bundleId }: TestCustomer) =>
  app.deps.db.asSystem(async (tx) => {
    await tx.execute(sql`update plan_order set status = 'cancelled' where customer_id = ${customerId}`);
    await tx.execute(sql`update order_billing set due_at = null where customer_id = ${customerId}`);
    await planRelease(tx, app.deps, { customerId, bundleId }, { reason: 'ended', at: app.clock.now() });
  });

/** Empties the mailboxes' domain first, as its deletion does. */
async function endWithMailboxes(customer: TestCustomer): Promise<void> {
  await end(customer);
  await query(sql`update domain_release set due_at = ${app.clock.now().toISOString()}
    where customer_id = ${customer.customerId}`);
}

/** Sweeps as often as it takes. */
async function release(customer: TestCustomer): Promise<void> {
  const isReleased = async () => {
    await releaseDomains(app.deps);
    app.clock.advance({ minutes: 2 });
    return (await holderOf(customer.domain)) === null;
  };
  await expect.poll(isReleased, { timeout: 15_000 }).toBe(true);
}

/** The tables in which the bundle still has rows. */
async function tablesOf({ bundleId }: TestCustomer): Promise<string[]> {
  const columns = await query<{ name: string }>(
    sql`select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and a.attname = 'bundle_id' and not a.attisdropped order by 1`,
  );
  const found: string[] = [];
  for (const { name } of columns)
    if ((await query(sql`select 1 from ${sql.identifier(name)} where bundle_id = ${bundleId} limit 1`)).length > 0)
      found.push(name);
  return found;
}

test('thirty days after a subscription has ended its domain is free; who buys it next finds nothing of the former one, and its owner keeps the invoices [BIL-08] [VER-07]', async () => {
  const start = app.clock.now();
  const former = await aFullDomain();
  const { domain, anna, customerId, order } = former;
  await app.must(cancelSubscription, { orderId: order.orderId, reason: 'We close' }, { token: former.token });
  app.clock.advance({ days: 70 });
  await runDueWork(app.deps, app.clock.now());
  await releaseDomains(app.deps);
  expect(await holderOf(domain), 'calls that began before may still run').toBe(customerId);
  await release(former);
  expect(await tablesOf(former), 'what the books and the history of the customer need').toEqual([
    ...['audit', 'book_posting', 'bundle', 'domain_mail', 'domain_release', 'invoice', 'live_event', 'order_billing'],
    ...['plan_order', 'purchase', 'session'],
  ]);
  expect(await app.deps.dns.zones?.readZone(domain)).toBeNull();
  const next = await aCustomerWithDomain(app, { domain, email: 'somebody@else.test' });
  const { token } = next;
  expect(next.customerId).not.toBe(customerId);
  expect((await app.must(listMailboxes, {}, { token })).accounts).toEqual([]);
  expect((await app.must(listForwarders, {}, { token })).forwarders).toEqual([]);
  expect((await app.must(readCatchAll, {}, { token })).email).toBeNull();
  expect((await app.must(listDnsRecords, {}, { token })).records).toEqual([]);
  expect((await app.must(listDkimKeys, {}, { token })).keys).toEqual([]);
  for (const name of ['anna', 'info', 'team', 'any']) expect(await send(`${name}@${domain}`)).toBe('550');
  const { account } = await app.must(createMailbox, { email: anna.email, password: PASSWORD }, { token });
  expect(account.quotaUsed).toBe(0);
  const before = await owner(former);
  const { bundles } = await app.must(validateToken, {}, { token: before });
  expect(bundles[0]).toMatchObject({ domainName: domain, orders: [], end: { reason: 'ended', isReleased: true } });
  expect((await app.must(listInvoices, {}, { token: before })).total).toBeGreaterThan(0);
  app.clock.moveTo(start);
});

test('the former owner can do nothing with a domain that has ended, not even in the minute before it is free [VER-07] [ENT-12]', async () => {
  const former = await aFullDomain();
  const { domain } = former;
  await endWithMailboxes(former);
  await releaseDomains(app.deps);
  const token = await owner(former);
  const tries = [
    app.refusal(createMailbox, { email: `new@${domain}`, password: PASSWORD }, { token }),
    app.refusal(createForwarder, { email: `new@${domain}`, recipients: [`anna@${domain}`] }, { token }),
    app.refusal(upsertDnsRecord, { type: 'A', host: 'www', values: ['192.0.2.8'], ttl: 600 }, { token }),
    app.refusal(generateDkimKey, {}, { token }),
    app.refusal(checkDomain, { domainName: domain }, { token }),
    app.refusal(changeDomain, { newDomain: 'other.test', ownershipConfirmed: true }, { token }),
  ];
  expect(await Promise.all(tries)).toEqual(tries.map(() => 'BUNDLE_NOT_FOUND'));
  expect(await app.refusal(signIn, { email: `anna@${domain}`, password: PASSWORD })).toBe('INVALID_CREDENTIALS');
  await release(former);
});

test('the same customer buys the domain again, and sees the one that ended beside it [VER-07]', async () => {
  const former = await aFullDomain();
  const { domain, email } = former;
  await endWithMailboxes(former);
  await release(former);
  const again = await aCustomerWithDomain(app, { domain, email });
  expect(again.customerId).toBe(former.customerId);
  const { bundles } = await app.must(listBundles, {}, { token: again.token });
  expect(bundles.map(({ bundleId, end: ended }) => [bundleId, ended?.isReleased ?? false])).toEqual([
    [again.bundleId, false],
    [former.bundleId, true],
  ]);
  await app.must(upsertDnsRecord, { type: 'A', host: 'www', values: ['192.0.2.8'], ttl: 600 }, { token: again.token });
  const kept = await app.deps.dns.zones?.readZone(domain);
  expect(kept?.recordSets.map(({ host }) => host)).toEqual(['www']);
});

test('a trial that nobody proved frees its domain at once; where its mail arrives, it is kept for thirty days, and nobody signs in [VER-07]', async () => {
  const start = app.clock.now();
  await setFlag(app.deps, app.otherPartner.partnerId, 'enableDNSVerification', true);
  const aTrial = () => aCustomerWithDomain(app, { partner: app.otherPartner, planType: 'trial', accounts: 2 });
  const [empty, used] = [await aTrial(), await aTrial()];
  const { email } = await aMailbox(app, used, 'anna');
  expect(await send(email)).toBe('250');
  // A day more than needed: where a look-up isn't answered in time, on a busy machine, the order is kept for that day.
  app.clock.advance({ days: 15 });
  await cancelUnprovenOrders(app.deps);
  expect((await ordersOf(app, used.customerId)).map(({ status }) => status)).toEqual(['cancelled']);
  await release(empty);
  expect(await holderOf(used.domain)).toBe(used.customerId);
  expect(await app.refusal(signIn, { email, password: PASSWORD })).toBe('NOT_AUTHORIZED');
  expect(await send(email), 'mail still arrives').toBe('250');
  const { bundles } = await app.must(listBundles, {}, { token: await owner(used) });
  expect(bundles[0]?.end).toMatchObject({ reason: 'unproven', isReleased: false });
  app.clock.advance({ days: 30 });
  await release(used);
  await aCustomerWithDomain(app, { domain: used.domain, email: 'the-owner@else.test' });
  app.clock.moveTo(start);
});

test('an order that is left keeps the domain, and one whose end an earlier release wrote is found [VER-07]', async () => {
  const customer = await aCustomerWithDomain(app);
  await app.deps.db.asSystem((tx) => planRelease(tx, app.deps, customer, { reason: 'ended', at: app.clock.now() }));
  await planMissingReleases(app.deps);
  await releaseDomains(app.deps);
  expect((await query(sql`select 1 from domain_release where customer_id = ${customer.customerId}`)).length).toBe(0);
  await query(sql`update plan_order set status = 'cancelled' where customer_id = ${customer.customerId}`);
  await planMissingReleases(app.deps);
  await release(customer);
});

/** A database that dies before or after one of its transactions. */
const dying = (db: Database, at: number, isAfter: boolean): Database => {
  let count = 0;
  const asSystem: Database['asSystem'] = async (work) => {
    count += 1;
    const isNow = count === at;
    if (isNow && !isAfter) throw new Error('killed');
    const answer = await db.asSystem(work);
    if (isNow) throw new Error('killed');
    return answer;
  };
  return new Proxy(db, { get: (target, name) => (name === 'asSystem' ? asSystem : Reflect.get(target, name)) });
};

test('whatever step of a release dies, with which servers silent, and two processes at once: the end is the same, once [VER-07] [MBX-13]', async () => {
  for (let at = 2; at <= 12; at += 1) {
    const former = await aFullDomain();
    await endWithMailboxes(former);
    silentDeletions = at % 3;
    for (const isAfter of [false, true]) {
      const deps = { ...app.deps, db: dying(app.deps.db, at, isAfter) };
      await Promise.allSettled([releaseDomains(deps), releaseDomains(second.deps)]);
      app.clock.advance({ minutes: 2 });
    }
    const both = async () => {
      await Promise.all([releaseDomains(app.deps), releaseDomains(second.deps)]);
      app.clock.advance({ minutes: 2 });
      return holderOf(former.domain);
    };
    await expect.poll(both, { timeout: 15_000 }).toBeNull();
    expect((await auditOf(app, former.customerId)).filter((action) => action === 'domain.released')).toHaveLength(1);
    expect(await app.deps.dns.zones?.readZone(former.domain)).toBeNull();
    expect(await tablesOf(former)).not.toContain('mailbox');
  }
}, 120_000);

test('of many who buy the name while it becomes free one gets it, and never with anything of the former owner [VER-07] [PUR-03]', async () => {
  const former = await aFullDomain();
  const { domain } = former;
  await endWithMailboxes(former);
  await releaseDomains(app.deps);
  app.clock.advance({ minutes: 2 });
  const buy = async (turn: number) => {
    const panel = turn % 2 === 0 ? app : second;
    return aCustomerWithDomain(Object.assign(Object.create(panel), { partner: app.partner }) as typeof app, {
      ...{ domain, email: `buyer-${turn}@else.test` },
    });
  };
  const isFree = async () => {
    const tries = await Promise.allSettled([releaseDomains(app.deps), ...[1, 2, 3, 4].map(buy)]);
    return tries.filter((one) => one.status === 'fulfilled' && one.value !== undefined).length;
  };
  await expect.poll(isFree, { timeout: 20_000 }).toBe(1);
  const holder = await holderOf(domain);
  expect(holder).not.toBe(former.customerId);
  expect(await query(sql`select 1 from mailbox where customer_id = ${holder ?? former.customerId}`)).toEqual([]);
}, 60_000);
