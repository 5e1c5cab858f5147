import { type MailBackend, MailBackendError } from '@postern/adapter-mail/port';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { addAlias, listAliases } from '@postern/contract/aliases';
import { previewBulk, startBulk } from '@postern/contract/bulk';
import { readCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { generateDkimKey, listDkimKeys } from '@postern/contract/dkim';
import { listDnsRecords, upsertDnsRecord } from '@postern/contract/dns';
import { changeDomain, previewDomainChange, readDomainChange } from '@postern/contract/domain-change';
import { startDomainConnect } from '@postern/contract/domain-connect';
import { checkDomain } from '@postern/contract/domain-connection';
import { createForwarder, listForwarders } from '@postern/contract/forwarders';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { finishedJob } from '../../testing/run-bulk-job.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { findRegistered } from './former-domain-repository.ts';
import { keepFormerDomains } from './keep-former-domains.ts';
import { resumeDomainChanges } from './resume-domain-changes.ts';

/** What the mail store does when a mailbox is moved. */
let behave: (address: string) => void = () => {};
const wrapMail = (mail: MailBackend): MailBackend => ({
  ...mail,
  moveMailbox: async (ref, address) => {
    behave(address);
    return mail.moveMailbox(ref, address);
  },
});
const app = useTestApp({ webhooks: false, wrapMail });
beforeEach(() => {
  behave = () => {};
});

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.8.0.${++lastAddress}` } });

/** A domain that the DNS knows. */
async function aRegisteredDomain(): Promise<string> {
  const domain = aDomain('fresh');
  await app.deps.dns.zones?.createZone(domain);
  return domain;
}

const change = (token: string, newDomain: string, ownershipConfirmed = true) =>
  app.must(changeDomain, { newDomain, ownershipConfirmed }, { token });

const finished = async (token: string) => {
  const seen = () => app.must(readDomainChange, {}, { token });
  await pollUntil(async () => (await seen()).change?.state === 'finished', {
    timeoutMs: 20_000,
    onTimeout: () => 'the domain is still on its way',
  });
  return (await seen()).change;
};

const addresses = async (token: string) =>
  (await app.must(listMailboxes, { limit: 500 }, { token })).accounts.map(({ email }) => email);

const deliver = async (to: string) =>
  (await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { to, raw: aMessage(`to ${to}`) })).accepted;

const messagesOf = async ({ customerId }: TestCustomer) =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ address: string; messages: string }>(
      tx,
      sql`select u.address, u.messages from mail_usage u join mailbox m on m.address = u.address where m.customer_id = ${customerId} order by 1`,
    ),
  );

test('everything moves to the new domain: names, mail, records, keys and sessions; mail to the former addresses still arrives [VER-05]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5 });
  const { token, domain, customerId } = customer;
  const anna = await aMailbox(app, customer, 'anna', { isAdmin: true });
  await aMailbox(app, customer, 'bert');
  await app.must(addAlias, { alias: 'sales', email: anna.email, displayName: 'Sales' }, { token });
  await app.must(createForwarder, { email: `team@${domain}`, recipients: [`bert@${domain}`] }, { token });
  await app.must(setCatchAll, { email: `bert@${domain}` }, { token });
  await app.must(upsertDnsRecord, { type: 'A', host: 'shop', values: ['192.0.2.7'], ttl: 600 }, { token });
  await app.must(checkDomain, { domainName: domain }, { token });
  const { key } = await app.must(generateDkimKey, {}, { token });
  const session = await app.must(signIn, { email: anna.email, password: PASSWORD }, from());
  expect(await deliver(anna.email)).toEqual([anna.email]);
  const next = await aRegisteredDomain();
  const wish = { newDomain: `${next}.`, ownershipConfirmed: true };
  expect(await app.must(previewDomainChange, wish, { token })).toEqual({
    preview: {
      ...{ fromDomain: domain, toDomain: next, mailboxes: 2, aliases: 1, forwarders: 1, formerDays: 90 },
      mailState: 'local',
    },
  });
  expect(await app.must(readDomainChange, {}, { token })).toEqual({ change: null });

  const { bundle } = await change(token, ` ${next.toUpperCase()}. `);
  expect(bundle.bundleId).toBe(customer.bundleId);
  const done = await finished(token);
  expect(done).toMatchObject({ fromDomain: domain, toDomain: next, total: 2, done: 2 });
  expect(done?.formerUntil).toBe(new Date(app.clock.now().getTime() + 90 * 86_400_000).toISOString());

  expect(await addresses(token)).toEqual([`anna@${next}`, `bert@${next}`]);
  expect((await app.must(listAliases, { email: `anna@${next}` }, { token })).aliases.map(({ email }) => email)).toEqual(
    [`sales@${next}`],
  );
  const { forwarders } = await app.must(listForwarders, {}, { token });
  expect(forwarders).toMatchObject([{ email: `team@${next}`, recipients: [`bert@${next}`] }]);
  expect((await app.must(readCatchAll, {}, { token })).email).toBe(`bert@${next}`);
  expect((await app.must(listDnsRecords, {}, { token })).records).toMatchObject([{ host: 'shop' }]);
  expect((await app.deps.dns.zones?.readZone(next))?.recordSets).toMatchObject([{ host: 'shop' }]);
  expect((await app.deps.dns.zones?.readZone(domain))?.recordSets).toMatchObject([{ host: 'shop' }]);
  expect((await app.must(listDkimKeys, {}, { token })).keys).toMatchObject([
    { dkimId: key.dkimId, isEnabled: false, status: 'inactive' },
  ]);
  expect(await app.must(checkDomain, { domainName: next }, { token })).toMatchObject({ mxVerified: false });

  const still = await app.must(validateToken, {}, { token: session.token });
  expect(still.userEmail).toBe(`anna@${next}`);
  for (const email of [`anna@${next}`, anna.email])
    expect(await app.must(signIn, { email, password: PASSWORD }, from())).toMatchObject({
      userEmail: `anna@${next}`,
      primaryDomain: next,
    });

  const reached = [`anna@${next}`, anna.email, `sales@${domain}`, `team@${domain}`, `anything@${domain}`];
  for (const to of reached) expect(await deliver(to)).toEqual([to]);
  expect((await messagesOf(customer)).map(({ address, messages }) => [address, Number(messages)])).toEqual([
    [`anna@${next}`, 4],
    [`bert@${next}`, 2],
  ]);
  expect((await auditOf(app, customerId)).filter((action) => action.startsWith('domain.ch')).toSorted()).toEqual([
    ...['domain.change-finished', 'domain.change-started', 'domain.changed'],
  ]);
  const told = await app.deps.db.asSystem((tx) =>
    rowsOf<{ state: string }>(
      tx,
      sql`select data ->> 'state' as state from live_event where customer_id = ${customerId} and event = 'domain-change'`,
    ),
  );
  expect(told.map(({ state }) => state).toSorted()).toEqual(['finished', 'moving', 'queued']);

  // The customer returns: the former name is still theirs.
  app.clock.advance({ seconds: 1 });
  await change(token, domain);
  await finished(token);
  expect(await addresses(token)).toEqual([`anna@${domain}`, `bert@${domain}`]);
  expect(await deliver(`anna@${next}`)).toEqual([`anna@${next}`]);
});

test('each reason against a new domain has its own refusal, and nothing changes [VER-05]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const other = await aCustomerWithDomain(app, { partner: app.otherPartner });
  const refusal = async (newDomain: string, ownershipConfirmed = true) => {
    const reasons = [previewDomainChange, changeDomain].map(async (operation) => {
      const answer = await app.call(operation, { newDomain, ownershipConfirmed }, { token });
      const { code, attrs } = JSON.parse(answer.text) as { code: string; attrs: { fields?: { code: string }[] } };
      return attrs.fields?.[0]?.code ?? code;
    });
    const [before, reason] = await Promise.all(reasons);
    expect(before, 'the question before the change').toBe(reason);
    return reason;
  };
  expect(await refusal('')).toBe('DOMAIN_REQUIRED');
  expect(await refusal(domain.toUpperCase())).toBe('DOMAIN_UNCHANGED');
  expect(await refusal('https://bakery.com')).toBe('DOMAIN_HAS_PROTOCOL');
  expect(await refusal('shop.bakery.com')).toBe('DOMAIN_IS_SUBDOMAIN');
  expect(await refusal('bakery.github.io')).toBe('DOMAIN_IS_SHARED');
  expect(await refusal('co.uk')).toBe('DOMAIN_IS_SUFFIX');
  expect(await refusal('xn--a.com')).toBe('DOMAIN_LABEL_INVALID');
  expect(await refusal('bakery.com', false)).toBe('OWNERSHIP_NOT_CONFIRMED');
  expect(await refusal(other.domain)).toBe('DOMAIN_TAKEN');
  const { dns } = app.deps;
  const { isRegistered } = dns;
  dns.isRegistered = async (name) => (name === 'bakery.com' ? 'no' : 'unknown');
  expect(await refusal('bakery.com')).toBe('DOMAIN_NOT_REGISTERED');
  expect(await refusal('silent-bakery.com')).toBe('LOOKUP_TIMEOUT');
  dns.isRegistered = async () => 'yes';
  const real = { newDomain: 'bakery.com', ownershipConfirmed: true };
  const { preview } = await app.must(previewDomainChange, real, { token });
  expect(preview, 'a tick proves nothing').toMatchObject({ toDomain: 'bakery.com', mailState: 'waiting' });
  dns.isRegistered = isRegistered;
  expect(await app.must(readDomainChange, {}, { token })).toEqual({ change: null });
  const member = await aSessionAs(app, customer, { role: 'accountAdmin', email: `m@${domain}` });
  const wish = { newDomain: 'bakery.com', ownershipConfirmed: true };
  expect(await app.refusal(changeDomain, wish, { token: member })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(previewDomainChange, wish, { token: member })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(readDomainChange, {}, { token: member })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(startDomainConnect, {}, { token: member })).toBe('NOT_AUTHORIZED');
});

test('of two concurrent changes one starts and the other is refused; mail meanwhile is deferred, not lost [VER-05]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  await aMailbox(app, customer, 'anna');
  const [one, two] = [await aRegisteredDomain(), await aRegisteredDomain()];
  behave = () => {
    throw new MailBackendError('unavailable', 'not now');
  };
  const both = await Promise.all(
    [one, two].map((newDomain) => app.call(changeDomain, { newDomain, ownershipConfirmed: true }, { token })),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)?.text).toContain('DOMAIN_CHANGE_RUNNING');
  const begun = both[0]?.ok ? one : two;
  const third = { newDomain: await aRegisteredDomain(), ownershipConfirmed: true };
  expect(await app.refusal(previewDomainChange, third, { token })).toBe('DOMAIN_CHANGE_RUNNING');
  await pollUntil(async () => (await app.must(readDomainChange, {}, { token })).change?.state === 'moving', {
    timeoutMs: 20_000,
    onTimeout: () => 'the names have not changed',
  });
  expect((await app.must(readDomainChange, {}, { token })).change).toMatchObject({
    toDomain: begun,
    done: 0,
    total: 1,
  });
  // The mailbox has not moved in the mail store yet: mail is deferred meanwhile, and not lost.
  expect(await deliver(`anna@${begun}`)).toEqual([]);
  behave = () => {};
  app.clock.advance({ seconds: 11 });
  await resumeDomainChanges(app.deps);
  await finished(token);
  expect(await deliver(`anna@${begun}`)).toEqual([`anna@${begun}`]);
});

test('a bundle keeps five former domains at most, so that nobody collects names by changing again and again; returning is always possible [VER-05]', async () => {
  const { token } = await aCustomerWithDomain(app);
  const first = await aRegisteredDomain();
  for (let time = 0; time < 5; time += 1) {
    await change(token, time === 0 ? first : await aRegisteredDomain());
    await finished(token);
    app.clock.advance({ seconds: 1 });
  }
  const sixth = { newDomain: await aRegisteredDomain(), ownershipConfirmed: true };
  const answer = await app.call(changeDomain, sixth, { token });
  expect(answer.text).toContain('TOO_MANY_FORMER_DOMAINS');
  expect((await app.call(previewDomainChange, sixth, { token })).text).toContain('TOO_MANY_FORMER_DOMAINS');
  await change(token, first);
  expect(await finished(token)).toMatchObject({ toDomain: first });
  // Attempts are limited, too.
  const wish = { newDomain: 'probe.com', ownershipConfirmed: true };
  for (let time = 0; time < 3; time += 1) await app.refusal(changeDomain, wish, { token });
  expect(await app.refusal(changeDomain, wish, { token })).toBe('TOO_MANY_ATTEMPTS');
});

test('a change waits for a running bulk job, and a preview of the former domain creates nothing there [VER-05] [MBX-02]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5 });
  const { token, domain } = customer;
  const rows = (name: string) => ({ kind: 'createMailboxes' as const, rows: [{ email: name, password: PASSWORD }] });
  const { previewId } = await app.must(previewBulk, rows('anna'), { token });
  const stale = await app.must(previewBulk, rows('late'), { token });
  const next = await aRegisteredDomain();
  const { jobId } = await app.must(startBulk, { previewId }, { token });
  await change(token, next);
  await finishedJob(app, token, jobId, 20_000);
  app.clock.advance({ seconds: 11 });
  await resumeDomainChanges(app.deps);
  await finished(token);
  expect(await addresses(token)).toEqual([`anna@${next}`]);
  expect(await app.refusal(startBulk, { previewId: stale.previewId }, { token })).toBe('NOT_FOUND');
  const late = { email: `late@${domain}`, password: PASSWORD };
  expect(await app.refusal(createMailbox, late, { token })).toBe('VALIDATION_FAILED');
});

test('a mailbox that is requested while its domain changes is not created under the former name [VER-05] [MBX-13]', async () => {
  const { token, domain } = await aCustomerWithDomain(app, { accounts: 2 });
  const next = await aRegisteredDomain();
  const { hashing } = app.deps;
  const { hash } = hashing;
  // By now the address was checked against the former domain, and nothing is locked yet.
  hashing.hash = async (password) => {
    hashing.hash = hash;
    await change(token, next);
    await finished(token);
    return hash(password);
  };
  const between = { email: `between@${domain}`, password: PASSWORD };
  expect(await app.refusal(createMailbox, between, { token })).toBe('VALIDATION_FAILED');
  expect(await addresses(token)).toEqual([]);
});

test('after ninety days a former domain is released: its zone first, then its mail and its name [VER-05]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  await aMailbox(app, customer, 'anna');
  await app.must(upsertDnsRecord, { type: 'A', host: 'shop', values: ['192.0.2.7'], ttl: 600 }, { token });
  await change(token, await aRegisteredDomain());
  await finished(token);
  const { zones } = app.deps.dns;
  await zones?.deleteZone(domain);
  app.clock.advance({ days: 89 });
  await keepFormerDomains(app.deps);
  expect((await zones?.readZone(domain))?.recordSets).toMatchObject([{ host: 'shop' }]);
  expect(await deliver(`anna@${domain}`)).toEqual([`anna@${domain}`]);
  app.clock.advance({ days: 1 });
  // A process that doesn't reach the name server: with the name released, a new owner would get the former owner's zone.
  await keepFormerDomains({ ...app.deps, dns: { ...app.deps.dns, zones: null } });
  expect(await app.deps.db.asSystem((tx) => findRegistered(tx, domain))).toMatchObject({ kind: 'former-domain' });
  await keepFormerDomains(app.deps);
  expect(await zones?.readZone(domain)).toBeNull();
  expect(await deliver(`anna@${domain}`)).toEqual([]);
  const again = await aCustomerWithDomain(app, { domain, partner: app.otherPartner });
  await aMailbox(app, again, 'anna');
  expect(await deliver(`anna@${domain}`)).toEqual([`anna@${domain}`]);
  expect((await messagesOf(customer)).map(({ messages }) => Number(messages))).toEqual([1]);
});
