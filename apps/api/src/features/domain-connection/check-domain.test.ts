import { listDnsRecords, upsertDnsRecord } from '@postern/contract/dns';
import { checkDomain, type DomainConnectData } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { liveEvent } from '../../db/tables.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { findConnection } from '../domain-verification/public.ts';
import { planOrder } from '../subscriptions/tables.ts';
import { recheckDomains } from './recheck-domains.ts';

const app = useTestApp({ webhooks: false });
let customer: TestCustomer;
beforeAll(async () => {
  customer = await aCustomerWithDomain(app);
});

const check = ({ domain, token }: Pick<TestCustomer, 'domain' | 'token'>) =>
  app.must(checkDomain, { domainName: domain }, { token });

/** Long enough that the domain is checked again. */
const later = () => app.clock.advance({ seconds: 6 });

test('a plan takes a domain from nothing to verified, and undo restores the very same records [VER-01] [DNS-02]', async () => {
  const { domain, token, customerId } = customer;
  const before = await check(customer);
  expect(before).toMatchObject({
    ...{ mxVerified: false, spfVerified: false, dkimVerified: false, aVerified: false, cNameVerified: false },
    ...{ domainOwnershipVerified: true, DomainNotFound: false, LookupTimeout: false, isDomainConnectDomain: false },
    ...{ status: 'unverified', failure: null, isChecking: false, zoneStatus: 'active', mxRecords: [], spfRecords: [] },
    nsRecords: expect.arrayContaining(['ns1.panel.test', 'ns2.panel.test']),
    lastUpdated: app.clock.now().toISOString(),
  });
  expect(before.expectedRecords).toEqual([
    {
      ...{ purpose: 'ownership', Type: 'TXT', Host: '@', TTL: 14_400 },
      Point_to: expect.stringMatching(/^postern-verification=[0-9a-f]{32}$/),
    },
    { purpose: 'mx', Type: 'MX', Host: '@', TTL: 3600, Point_to: 'mx1.mail.test', Priority: 10 },
    { purpose: 'mx', Type: 'MX', Host: '@', TTL: 3600, Point_to: 'mx2.mail.test', Priority: 20 },
    { purpose: 'spf', Type: 'TXT', Host: '@', TTL: 3600, Point_to: 'v=spf1 include:spf.mail.test ~all' },
    { purpose: 'dmarc', Type: 'TXT', Host: '_dmarc', TTL: 3600, Point_to: 'v=DMARC1; p=quarantine' },
  ]);
  const recordsBefore = (await app.must(listDnsRecords, {}, { token })).records;
  const { planId, changes } = await app.must(planDomain, {}, { token });
  expect(changes.map(({ action }) => action)).toEqual(['add', 'add', 'add']);
  expect((await app.must(listDnsRecords, {}, { token })).records).toEqual(recordsBefore);
  // Asking again returns the same plan.
  expect(await app.must(planDomain, {}, { token })).toMatchObject({ planId, changes });
  const { undoId } = await app.must(applyDomainPlan, { planId }, { token });
  expect(await app.must(applyDomainPlan, { planId }, { token })).toEqual({ undoId });
  // After a change of the zone that we hold, a check doesn't show the former records.
  expect(await check({ domain: ` ${domain.toUpperCase()} `, token })).toMatchObject({
    ...{ mxVerified: true, spfVerified: true, status: 'verified', zoneStatus: 'active' },
    mxRecords: expect.arrayContaining(['10 mx1.mail.test', '20 mx2.mail.test']),
    spfRecords: ['v=spf1 include:spf.mail.test ~all'],
    // The name doesn't exist in this test, which is not the domain's fault.
    spfWalk: { lookups: 1, maximum: 10, voids: 0, faults: [], unanswered: ['spf.mail.test'] },
  });
  const again = await app.must(planDomain, {}, { token });
  expect(again.changes.every(({ action }) => action === 'leave')).toBe(true);
  await app.must(undoDomainPlan, { undoId }, { token });
  await app.must(undoDomainPlan, { undoId }, { token });
  expect((await app.must(listDnsRecords, {}, { token })).records).toEqual(recordsBefore);
  later();
  expect(await check(customer)).toMatchObject({ mxVerified: false, status: 'unverified' });
  const told = await app.deps.db.asTenant(customerId, (tx) => tx.select().from(liveEvent));
  const statuses = told
    .filter(({ event }) => event === 'domain-check')
    .map(({ data }) => (data as DomainConnectData).status);
  expect(statuses.toSorted()).toEqual(['unverified', 'unverified', 'verified']);
  const actions = (await auditOf(app, customerId)).filter((action) => /^(dns|domain)/.test(action));
  expect(actions.toSorted()).toEqual([
    ...['dns-plan.applied', 'dns-plan.undone', 'domain.connected', 'domain.disconnected'],
  ]);
});

test('a domain is checked once however many ask at once, and not again a moment later [VER-01]', async () => {
  const { dns } = app.deps;
  const real = dns.checkDomain;
  let looks = 0;
  dns.checkDomain = (...args) => {
    looks += 1;
    return real(...args);
  };
  later();
  const answers = await Promise.all([check(customer), check(customer), check(customer)]);
  await check(customer);
  expect(looks).toBe(1);
  expect(answers.filter(({ isChecking }) => !isChecking).length).toBeGreaterThanOrEqual(1);
  later();
  await check(customer);
  expect(looks).toBe(2);
  app.clock.advance({ hours: -1 });
  await check(customer);
  expect(looks).toBe(3);
  dns.checkDomain = real;
});

test("open panels are notified when only an include's look-ups have changed, and not when nothing has [VER-01]", async () => {
  const { dns } = app.deps;
  const real = dns.checkDomain;
  const told = async () => {
    const events = await app.deps.db.asTenant(customer.customerId, (tx) => tx.select().from(liveEvent));
    return events
      .filter(({ event }) => event === 'domain-check')
      .map(({ data }) => (data as DomainConnectData).spfWalk);
  };
  const walk = { lookups: 1, maximum: 10, voids: 0, parts: [], faults: [], unanswered: [] };
  const look = async (lookups: number) => {
    dns.checkDomain = async (...args) => ({ ...(await real(...args)), spfWalk: { ...walk, lookups } });
    later();
    await check(customer);
  };
  await look(2);
  const before = (await told()).length;
  await look(2);
  expect(await told()).toHaveLength(before);
  await look(9);
  expect((await told()).slice(before)).toMatchObject([{ lookups: 9 }]);
  dns.checkDomain = real;
});

test("a domain other than the session's is not found, whether it is taken or not [VER-01] [API-02]", async () => {
  const other = await aCustomerWithDomain(app, { partner: app.otherPartner });
  for (const domainName of [other.domain, 'never-was.test', '', '*', `x.${customer.domain}`])
    expect(await app.refusal(checkDomain, { domainName }, { token: customer.token })).toBe('BUNDLE_NOT_FOUND');
});

test("a domain with a site and no mail needs the site's records, and keeps its mail elsewhere [VER-02]", async () => {
  const site = await aCustomerWithDomain(app);
  const { token, customerId } = site;
  await app.deps.db.asSystem((tx) =>
    tx.update(planOrder).set({ product: 'Site' }).where(eq(planOrder.customerId, customerId)),
  );
  const mx = { type: 'MX', host: '@', values: ['10 mx.elsewhere.test'], ttl: 600 };
  const { record } = await app.must(upsertDnsRecord, mx, { token });
  const { expectedRecords, zoneStatus } = await check(site);
  expect(zoneStatus).toBe('active');
  expect(expectedRecords.map(({ Type, Host, Point_to }) => [Type, Host, Point_to]).slice(1)).toEqual([
    ['A', '@', '192.0.2.80'],
    ['CNAME', 'www', 'sites.mail.test'],
  ]);
  const { planId } = await app.must(planDomain, {}, { token });
  await app.must(applyDomainPlan, { planId }, { token });
  expect((await app.must(listDnsRecords, {}, { token })).records[0]).toEqual(record);
  later();
  expect(await check(site)).toMatchObject({ aVerified: true, cNameVerified: true, status: 'verified' });
});

test('a check during which the zone changed is not kept: the next check sees the current records [VER-01] [DNS-02]', async () => {
  const other = await aCustomerWithDomain(app);
  const { token } = other;
  const { dns } = app.deps;
  const checkDomain = dns.checkDomain;
  dns.checkDomain = async (...asked) => {
    dns.checkDomain = checkDomain;
    const seen = await checkDomain(...asked);
    const { planId } = await app.must(planDomain, {}, { token });
    await app.must(applyDomainPlan, { planId }, { token });
    return seen;
  };
  await check(other);
  expect(await check(other)).toMatchObject({ mxVerified: true, spfVerified: true, status: 'verified' });
});

test('when no name server answers, what was verified stays so, and the answer says when it was last known [VER-06]', async () => {
  const { token } = customer;
  const { planId } = await app.must(planDomain, {}, { token });
  await app.must(applyDomainPlan, { planId }, { token });
  later();
  const known = await check(customer);
  expect(known.status).toBe('verified');
  await app.deps.dns.zones?.close();
  later();
  const silent = await check(customer);
  expect(silent).toMatchObject({
    ...{ mxVerified: true, spfVerified: true, status: 'verified', LookupTimeout: true, DomainNotFound: false },
    ...{ failure: 'LOOKUP_TIMEOUT', lastUpdated: known.lastUpdated },
  });
  expect(silent.findings.every(({ verdict }) => verdict === 'unknown')).toBe(true);
  expect(silent.lookUps[0]?.asked[0]).toMatchObject({ server: `127.0.0.1:${app.dnsPort}`, transport: 'udp' });
  app.clock.advance({ days: 2 });
  await recheckDomains(app.deps);
  const row = await app.deps.db.asTenant(customer.customerId, (tx) => findConnection(tx, customer));
  expect(row).toMatchObject({ verified: { mx: true, spf: true }, checkedAt: app.clock.now(), checkStartedAt: null });
});
