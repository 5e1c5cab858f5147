import { Resolver } from 'node:dns/promises';
import { DnsZonesError } from '@postern/adapter-dns/port';
import { deleteDnsRecord, listDnsRecords, readZoneSigning, upsertDnsRecord } from '@postern/contract/dns';
import { changeDomain } from '@postern/contract/domain-change';
import { checkDomain } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { liveEvent } from '../../db/tables.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { listDueConnections } from '../domain-verification/public.ts';
import { publishZones, restoreZones } from './publish-zone.ts';

const app = useTestApp({ webhooks: false });
let outside: Resolver;
beforeAll(async () => {
  outside = new Resolver({ timeout: 2000, tries: 2 });
  outside.setServers([`127.0.0.1:${app.dnsPort}`]);
});

const listed = async ({ token }: TestCustomer) => app.must(listDnsRecords, {}, { token });

/** What is wrong with a record, by field. */
async function problemsOf(customer: TestCustomer, input: Parameters<typeof app.must<typeof upsertDnsRecord>>[1]) {
  const answer = await app.call(upsertDnsRecord, input, { token: customer.token });
  if (answer.ok) throw new Error('was not refused');
  const fields = answer.problem.attrs['fields'] as { path: string; code: string }[] | undefined;
  return (
    fields?.map(({ path, code }) => `${path} ${code}`).join() ??
    `${answer.code} ${String(answer.problem.attrs['reason'])}`
  );
}

test('the name server knows of an added, changed or deleted record at once [DNS-01] [DNS-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { domain, token } = customer;
  // The purchase has the zone prepared, which publishes it without a record.
  await expect
    .poll(() => listed(customer), { timeout: 10_000 })
    .toEqual({
      ...{ records: [], zoneStatus: 'unknown', recordLimit: 200, isPublished: true },
      nameServers: ['ns1.panel.test', 'ns2.panel.test'],
    });
  const events = () => app.deps.db.asTenant(customer.customerId, (tx) => tx.select().from(liveEvent));
  const before = await events();
  const input = { type: 'A', host: ` WWW.${domain}. `, values: ['192.0.2.1'], ttl: 600 };
  const { record } = await app.must(upsertDnsRecord, input, { token });
  expect(record).toMatchObject({ type: 'A', host: 'www', values: ['192.0.2.1'], ttl: 600 });
  expect(await outside.resolve4(`www.${domain}`, { ttl: true })).toEqual([{ address: '192.0.2.1', ttl: 600 }]);
  const { recordId } = record;
  await app.must(upsertDnsRecord, { ...input, recordId, values: ['192.0.2.2'] }, { token });
  expect(await outside.resolve4(`www.${domain}`)).toEqual(['192.0.2.2']);
  const mx = { type: 'mx', host: '', values: [`mail.example.net`], ttl: 300, priority: 5 };
  expect((await app.must(upsertDnsRecord, mx, { token })).record).toMatchObject({
    ...{ type: 'MX', host: '@', values: ['5 mail.example.net'], priority: 5 },
  });
  expect(await listed(customer)).toMatchObject({ isPublished: true, records: [{ host: 'www' }, { host: '@' }] });
  await app.must(deleteDnsRecord, { recordId }, { token });
  await expect(outside.resolve4(`www.${domain}`)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  // Open panels are notified of each change, and of its publication.
  expect((await events()).map(({ event, data }) => [event, data])).toEqual(
    Array.from({ length: before.length + 8 }, () => ['dns-records', { zoneName: domain }]),
  );
  expect(await app.refusal(deleteDnsRecord, { recordId }, { token })).toBe('RECORD_NOT_FOUND');
});

test('a record that breaks a rule is refused with the reason, and nothing changes [DNS-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const good = { type: 'A', host: 'www', values: ['192.0.2.1'], ttl: 600 };
  await app.must(upsertDnsRecord, good, { token });
  await app.must(upsertDnsRecord, { type: 'TXT', host: '@', values: ['v=spf1 a -all'], ttl: 600 }, { token });
  const policy = { type: 'TXT', host: '_dmarc', values: ['v=DMARC1; p=none'], ttl: 600 };
  await app.must(upsertDnsRecord, policy, { token });
  const before = await listed(customer);
  const cases = [
    [{ ...good, ttl: 299 }, 'ttl TTL_OUT_OF_RANGE'],
    [{ ...good, ttl: 300.5 }, 'ttl TTL_NOT_WHOLE'],
    [{ ...good, host: '*' }, 'host HOST_WILDCARD'],
    [{ ...good, values: ['www'] }, 'values A_NOT_IPV4'],
    [{ ...good, values: [] }, 'values VALUE_REQUIRED'],
    [{ ...good, type: 'PTR' }, 'type RECORD_TYPE_UNKNOWN'],
    [{ ...good, type: 'TXT', host: '_domainkey', values: ['x'] }, 'host DOMAINKEY_WITHOUT_SELECTOR'],
    [{ ...good, type: 'MX', host: '', values: ['0 .', '10 mx.example.net'] }, 'values MX_NULL_NOT_ALONE'],
    [{ ...good, type: 'TXT', host: 'shop', values: ['v=spf1mx -all'] }, 'values SPF_SPACE'],
    [{ ...good, type: 'TXT', host: '_mta-sts', values: ['v=spf1 -all'] }, 'values MTA_STS_VERSION'],
    [{ ...good, type: 'TXT', host: '_dmarc.shop', values: ['v=DMARC1; p=none; ri=-1'] }, 'values DMARC_TAG_INVALID'],
    [{ ...good, type: 'TXT', host: '', values: ['v=DMARC1; p=none'] }, 'values POLICY_MISPLACED'],
    [good, 'RECORD_EXISTS RECORD_TYPE_EXISTS'],
    [{ ...good, type: 'CNAME', values: ['x.example.net'] }, 'ZONE_FAULT CNAME_NOT_ALONE'],
    [{ ...good, type: 'TXT', host: '@', values: ['v=spf1 mx -all'] }, 'RECORD_EXISTS SPF_EXISTS'],
    [{ ...policy, values: ['v=DMARC1; p=reject'] }, 'RECORD_EXISTS TEXT_STANDS_ALONE'],
    [{ ...good, recordId: '0190c4a0-0000-7000-8000-000000000000' }, 'RECORD_NOT_FOUND undefined'],
  ] as const;
  for (const [input, problem] of cases)
    expect(await problemsOf(customer, { ...input, values: [...input.values] })).toBe(problem);
  expect(await listed(customer)).toEqual(before);
});

test('a refused SPF text says what was meant; a null MX and a policy with tabs are served as receivers read them [DNS-01] [DNS-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { domain, token } = customer;
  const text = { type: 'TXT', host: '@', values: ['v=spf10 mx -all'], ttl: 600 };
  const refused = await app.call(upsertDnsRecord, text, { token });
  expect(refused.text).toContain('Did you mean \\"v=spf1 mx -all\\"?');
  await app.must(upsertDnsRecord, { type: 'MX', host: '', values: ['.'], ttl: 600 }, { token });
  expect(await outside.resolveMx(domain)).toMatchObject([{ exchange: '', priority: 0 }]);
  const policy = 'v=DMARC1;\trua=mailto:d@example.net;\tP=reject';
  await app.must(upsertDnsRecord, { type: 'TXT', host: '_dmarc', values: [policy], ttl: 600 }, { token });
  expect(await outside.resolveTxt(`_dmarc.${domain}`)).toEqual([['v=DMARC1; rua=mailto:d@example.net; p=reject']]);
  expect((await listed(customer)).records.map(({ values }) => values)).toContainEqual(['0 .']);
});

/** A customer whose domain's first check, which a job makes due after the purchase, no longer touches the zone. */
async function aSettledCustomer() {
  const customer = await aCustomerWithDomain(app);
  const isSettled = async () => {
    const due = await app.deps.db.asSystem((tx) => listDueConnections(tx, app.clock.now(), 100));
    return due.some(({ bundleId }) => bundleId === customer.bundleId) && (await listed(customer)).isPublished;
  };
  await expect.poll(isSettled, { timeout: 15_000 }).toBe(true);
  return customer;
}

test('a change that the name server did not take is published later, and the panel says so meanwhile [DNS-02]', async () => {
  const customer = await aSettledCustomer();
  const { domain, token } = customer;
  const { zones } = app.deps.dns;
  if (zones === null) throw new Error('There is no name server.');
  const { replaceRecordSets: replace, check } = zones;
  let tries = 0;
  zones.replaceRecordSets = () => {
    tries += 1;
    return Promise.reject(new DnsZonesError('unavailable', 'on purpose'));
  };
  const input = { type: 'A', host: '@', values: ['192.0.2.9'], ttl: 600 };
  await app.must(upsertDnsRecord, input, { token });
  expect((await listed(customer)).isPublished).toBe(false);
  // The sweep waits for a silent name server once, not once per zone.
  zones.check = async () => ({ ok: false, detail: 'on purpose' });
  await publishZones(app.deps);
  expect(tries).toBe(1);
  Object.assign(zones, { replaceRecordSets: replace, check });
  await publishZones(app.deps);
  expect((await listed(customer)).isPublished).toBe(true);
  expect(await outside.resolve4(domain)).toEqual(['192.0.2.9']);
});

test('a zone that the name server has lost is published again [DNS-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { domain, token } = customer;
  await app.must(upsertDnsRecord, { type: 'A', host: '@', values: ['192.0.2.7'], ttl: 600 }, { token });
  await app.deps.dns.zones?.deleteZone(domain);
  await publishZones(app.deps);
  await expect(outside.resolve4(domain)).rejects.toMatchObject({ code: 'EREFUSED' });
  app.clock.advance({ minutes: 2 });
  await restoreZones(app.deps);
  expect(await outside.resolve4(domain)).toEqual(['192.0.2.7']);
});

test('a change made while a zone is being published is published afterwards by the same process, never before [DNS-02]', async () => {
  const customer = await aSettledCustomer();
  const { domain, token } = customer;
  const { zones } = app.deps.dns;
  if (zones === null) throw new Error('There is no name server.');
  const replace = zones.replaceRecordSets;
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  zones.replaceRecordSets = async (name, sets) => {
    order.push(sets[0]?.values.join() ?? '');
    begun.resolve();
    await held.promise;
    return replace(name, sets);
  };
  const change = (value: string, recordId?: string) =>
    app.must(
      upsertDnsRecord,
      { type: 'A', host: '@', values: [value], ttl: 600, ...(recordId ? { recordId } : {}) },
      { token },
    );
  const first = change('192.0.2.1');
  await begun.promise;
  const [record] = (await listed(customer)).records;
  await change('192.0.2.2', record?.recordId);
  expect((await listed(customer)).isPublished).toBe(false);
  held.resolve();
  await first;
  zones.replaceRecordSets = replace;
  expect(order).toEqual(['192.0.2.1', '192.0.2.2']);
  expect(await outside.resolve4(domain)).toEqual(['192.0.2.2']);
  expect((await listed(customer)).isPublished).toBe(true);
});

test('an installation without name servers holds no zones, and says so [DNS-02] [VER-06]', async () => {
  const { nameServers } = app.deps.dns;
  app.deps.dns.nameServers = [];
  onTestFinished(() => {
    app.deps.dns.nameServers = nameServers;
  });
  const customer = await aCustomerWithDomain(app);
  const { domain, token } = customer;
  expect(await listed(customer)).toMatchObject({
    records: [],
    zoneStatus: 'none',
    nameServers: [],
    isPublished: false,
  });
  const input = { type: 'A', host: '@', values: ['192.0.2.1'], ttl: 600 };
  expect(await app.refusal(upsertDnsRecord, input, { token })).toBe('ZONE_NOT_HELD');
  expect(await app.refusal(planDomain, {}, { token })).toBe('ZONE_NOT_HELD');
  expect(await app.must(checkDomain, { domainName: domain }, { token })).toMatchObject({
    ...{ failure: 'ZONE_INACTIVE', status: 'unknown', zoneStatus: 'none', lastUpdated: null, nsRecords: [] },
  });
});

test("a subdomain of another customer's domain gets no zone, as it would take over hosts of that domain on our name servers [DNS-02] [API-02]", async () => {
  const owner = await aCustomerWithDomain(app);
  await app.must(upsertDnsRecord, { type: 'A', host: 'shop', values: ['192.0.2.1'], ttl: 600 }, { token: owner.token });
  const domain = `shop.${owner.domain}`;
  const { token } = await aCustomerWithDomain(app, { domain, partner: app.otherPartner });
  expect((await app.must(checkDomain, { domainName: domain }, { token })).zoneStatus).toBe('none');
  expect(await app.refusal(planDomain, {}, { token })).toBe('ZONE_NOT_HELD');
  const input = { type: 'A', host: '@', values: ['192.0.2.66'], ttl: 600 };
  expect(await app.refusal(upsertDnsRecord, input, { token })).toBe('ZONE_NOT_HELD');
  expect(await outside.resolve4(domain)).toEqual(['192.0.2.1']);
});

test("nobody can change to the domain of the installation's own name servers, and it gets no zone [DNS-02] [VER-05]", async () => {
  const mover = await aCustomerWithDomain(app);
  const wish = { newDomain: 'Panel.test', ownershipConfirmed: true };
  expect(await app.refusal(changeDomain, wish, { token: mover.token })).toBe('DOMAIN_TAKEN');
  // A partner may sell it, to the operator of the installation.
  const { token } = await aCustomerWithDomain(app, { domain: 'panel.test' });
  const input = { type: 'A', host: 'ns1', values: ['192.0.2.66'], ttl: 600 };
  expect(await app.refusal(upsertDnsRecord, input, { token })).toBe('ZONE_NOT_HELD');
  await expect(outside.resolve4('ns1.panel.test')).rejects.toMatchObject({ code: 'EREFUSED' });
});

test("a plan merges the owner's SPF and leaves other records alone; undo keeps records added meanwhile [DNS-01]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const add = async (type: string, host: string, value: string) =>
    (await app.must(upsertDnsRecord, { type, host, values: [value], ttl: 600 }, { token })).record;
  const own = [await add('TXT', '@', 'v=spf1 ip4:192.0.2.7 -all'), await add('A', 'shop', '192.0.2.3')];
  const { planId, changes } = await app.must(planDomain, {}, { token });
  const merge = changes.find(({ action }) => action === 'merge');
  expect(merge?.before.map(({ value }) => value)).toEqual(['v=spf1 ip4:192.0.2.7 -all']);
  expect(merge?.after.map(({ value }) => value)).toEqual(['v=spf1 include:spf.mail.test ip4:192.0.2.7 -all']);
  const { undoId } = await app.must(applyDomainPlan, { planId }, { token });
  const applied = (await listed(customer)).records;
  expect(applied.filter(({ values }) => values.some((value) => value.startsWith('v=spf1')))).toHaveLength(1);
  expect(applied).toContainEqual(own[1]);
  const meanwhile = await add('A', 'blog', '192.0.2.4');
  await app.must(undoDomainPlan, { undoId }, { token });
  const left = (await listed(customer)).records;
  expect(left).toEqual(expect.arrayContaining([...own, meanwhile]));
  expect(left).toHaveLength(3);
});

test('a plan is not applied to records that have changed since, nor after a day [DNS-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const { planId } = await app.must(planDomain, {}, { token });
  const spf = { type: 'TXT', host: '@', values: ['v=spf1 -all'], ttl: 600 };
  const { record } = await app.must(upsertDnsRecord, spf, { token });
  expect(await app.refusal(applyDomainPlan, { planId }, { token })).toBe('ZONE_CHANGED');
  expect((await listed(customer)).records).toEqual([record]);
  const other = await app.must(planDomain, {}, { token });
  const stranger = await aCustomerWithDomain(app);
  expect(await app.refusal(applyDomainPlan, { planId: other.planId }, { token: stranger.token })).toBe(
    'PLAN_NOT_FOUND',
  );
  expect(await app.refusal(undoDomainPlan, { undoId: other.planId }, { token })).toBe('PLAN_NOT_FOUND');
  app.clock.advance({ hours: 25 });
  const tomorrow = { token: await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email }) };
  expect(await app.refusal(applyDomainPlan, { planId: other.planId }, tomorrow)).toBe('PLAN_NOT_FOUND');
});

test('the DS record is given out only while the domain uses our name servers, and one of another provider is told in any case [DNS-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const { dns } = app.deps;
  const { zones, readParentDs } = dns;
  if (zones === null) throw new Error('no name server');
  await zones.createZone(domain);
  const [ours, theirs] = ['2371 13 2 AB12', '1 8 2 CD34'];
  let atParent: string[] | null = [];
  dns.zones = { ...zones, readDs: async () => ({ wanted: [ours], keys: [ours] }) };
  dns.readParentDs = async () => atParent;
  onTestFinished(() => void Object.assign(dns, { zones, readParentDs }));
  const signing = async () => (await app.must(readZoneSigning, {}, { token })).signing;
  expect(await signing()).toBeNull();
  atParent = [theirs];
  expect(await signing()).toEqual({ records: [], atRegistrar: 'others', zoneStatus: 'unknown' });
  await app.must(checkDomain, { domainName: domain }, { token });
  const record = { keyTag: 2371, algorithm: 13, digestType: 2, digest: 'AB12' };
  expect(await signing()).toEqual({ records: [record], atRegistrar: 'others', zoneStatus: 'active' });
  atParent = [ours.toLowerCase()];
  expect(await signing()).toMatchObject({ records: [record], atRegistrar: 'ours' });
  dns.zones = { ...zones, readDs: () => Promise.reject(new DnsZonesError('unavailable', 'gone')) };
  expect(await app.refusal(readZoneSigning, {}, { token })).toBe('EXTERNAL_ERROR');
});
