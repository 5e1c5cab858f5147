import { generateDkimKey, listDkimKeys } from '@postern/contract/dkim';
import { type DnsRecordView, listDnsRecords, upsertDnsRecord } from '@postern/contract/dns';
import { checkDomain } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { ZONE_RECORDS_MAXIMUM } from '@postern/domain/dns';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { dnsZone } from '../dns/tables.ts';

const app = useTestApp({ webhooks: false });

const plan = ({ token }: TestCustomer) => app.must(planDomain, {}, { token });
const apply = ({ token }: TestCustomer, planId: string) => app.must(applyDomainPlan, { planId }, { token });
const undo = ({ token }: TestCustomer, undoId: string) => app.must(undoDomainPlan, { undoId }, { token });
const records = async ({ token }: TestCustomer) => (await app.must(listDnsRecords, {}, { token })).records;
type Wish = Pick<DnsRecordView, 'type' | 'host' | 'values' | 'ttl'>;
const write = async ({ token }: TestCustomer, wish: Wish, recordId?: string) =>
  (await app.must(upsertDnsRecord, { ...wish, ...(recordId === undefined ? {} : { recordId }) }, { token })).record;
const stepsOf = async (customer: TestCustomer) =>
  (await plan(customer)).changes
    .filter(({ action }) => action !== 'leave')
    .map(({ action, why, after, before }) => `${action} ${why.purpose} ${[...after, ...before][0]?.host}`);

test('the plan adds the required records, and both records of the signing key; the second one alone is no reason for a plan [VER-01] [DKM-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const { key } = await app.must(generateDkimKey, {}, { token });
  const keySteps = [`add dkim ${key.host}`, `add dkim ${key.ed25519?.host}`];
  expect(await stepsOf(customer)).toEqual(['add mx @', 'add mx @', 'add spf @', ...keySteps]);
  const { planId } = await plan(customer);
  const { undoId } = await apply(customer, planId);
  const hosts = (await records(customer)).map(({ host }) => host);
  expect(hosts).toEqual(expect.arrayContaining([key.host, key.ed25519?.host]));
  expect(await stepsOf(customer)).toEqual([]);
  await undo(customer, undoId);
  // A person who enters by hand what the specification asks for has a connected domain.
  await write(customer, { type: 'MX', host: '@', values: ['10 mx1.mail.test', '20 mx2.mail.test'], ttl: 3600 });
  await write(customer, { type: 'TXT', host: '@', values: ['v=spf1 include:spf.mail.test ~all'], ttl: 3600 });
  await write(customer, { type: 'TXT', host: key.host, values: [key.value], ttl: 3600 });
  expect(await stepsOf(customer)).toEqual([]);
  const seen = await app.must(checkDomain, { domainName: domain }, { token });
  expect(seen).toMatchObject({ status: 'verified', mxVerified: true, spfVerified: true });
  expect(seen.findings.filter(({ purpose }) => purpose === 'dkim')).toMatchObject([{ verdict: 'match' }]);
});

/** What people have in their zones, which is none of our business. */
const THEIRS: Wish[] = [
  { type: 'TXT', host: '@', values: [`site="it's \\ theirs"; ${'x'.repeat(300)}`], ttl: 300 },
  { type: 'TXT', host: 'shop', values: ['v=spf1 mx -all'], ttl: 300 },
  { type: 'CNAME', host: 'www', values: ['shops.other.test'], ttl: 600 },
  { type: 'NS', host: 'branch', values: ['ns1.other.test', 'ns2.other.test'], ttl: 86_400 },
  { type: 'CAA', host: '@', values: ['0 issue "ca.test"'], ttl: 300 },
  { type: 'MX', host: 'shop', values: ['5 mx.other.test'], ttl: 300 },
  { type: 'TXT', host: '_dmarc', values: ['v=DMARC1; p=reject'], ttl: 300 },
];

test('records outside the plan stay unchanged when it is applied and undone, also those added in between [VER-01] [DNS-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  for (const wish of THEIRS) await write(customer, wish);
  await write(customer, { type: 'MX', host: '@', values: ['1 a.other.test', '5 b.other.test'], ttl: 600 });
  const nine = [...'abcdefghi'].map((name) => `include:${name}.test`).join(' ');
  await write(customer, { type: 'TXT', host: '@', values: [`v=spf1 ${nine} -all`], ttl: 600 });
  const before = await records(customer);
  const { undoId } = await apply(customer, (await plan(customer)).planId);
  const applied = await records(customer);
  for (const wish of THEIRS) expect(applied).toContainEqual(expect.objectContaining(wish));
  expect(applied.filter(({ type, host }) => type === 'MX' && host === '@').flatMap(({ values }) => values)).toEqual([
    ...['10 mx1.mail.test', '20 mx2.mail.test'],
  ]);
  expect(applied).toContainEqual(
    expect.objectContaining({ values: [`v=spf1 include:spf.mail.test ${nine} -all`], ttl: 600 }),
  );
  const between = await write(customer, { type: 'A', host: 'between', values: ['192.0.2.9'], ttl: 300 });
  await undo(customer, undoId);
  const after = await records(customer);
  expect(after.filter(({ recordId }) => recordId !== between.recordId)).toEqual(before);
  expect(after).toContainEqual(between);
});

test('a record that the plan took a value from, and that was changed since, keeps its change when the plan is undone [VER-01] [DNS-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const ours = ['10 mx1.mail.test', '20 mx2.mail.test'];
  const mx = { type: 'MX' as const, host: '@', ttl: 600 };
  const { recordId } = await write(customer, { ...mx, values: [...ours, '30 mx.other.test'] });
  const { undoId } = await apply(customer, (await plan(customer)).planId);
  await write(customer, { ...mx, values: ours, ttl: 900 }, recordId);
  await undo(customer, undoId);
  const other = { ...mx, values: ['30 mx.other.test'] };
  expect(await records(customer)).toEqual([
    expect.objectContaining({ ...mx, values: ours, ttl: 900, recordId }),
    expect.objectContaining(other),
  ]);
  // Both can still be changed by hand.
  await write(customer, { ...mx, values: ours }, recordId);
});

test("a plan that would exceed the zone's record limit does nothing, and names the limit [VER-01] [DNS-01]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, customerId } = customer;
  const { planId } = await plan(customer);
  const full = Array.from({ length: ZONE_RECORDS_MAXIMUM - 1 }, (_, place) => ({
    ...{ type: 'A' as const, host: `h${place}`, ttlSeconds: 600, values: ['192.0.2.1'] },
    recordId: crypto.randomUUID(),
  }));
  await app.deps.db.asTenant(customerId, (tx) =>
    tx.update(dnsZone).set({ records: full }).where(eq(dnsZone.customerId, customerId)),
  );
  const answer = await app.call(applyDomainPlan, { planId }, { token });
  expect(answer.ok ? {} : JSON.parse(answer.text)).toMatchObject({
    ...{ code: 'RECORD_LIMIT_REACHED', attrs: { maximum: ZONE_RECORDS_MAXIMUM } },
  });
  expect(await records(customer)).toHaveLength(ZONE_RECORDS_MAXIMUM - 1);
});

test('what no rule can merge is left, with the reason, and the rest is done [VER-01] [DNS-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const ten = [...'abcdefghij'].map((name) => `include:${name}.test`).join(' ');
  const spf = await write(customer, { type: 'TXT', host: '@', values: [`v=spf1 ${ten} -all`], ttl: 600 });
  const { planId, changes } = await plan(customer);
  expect(changes.filter(({ action }) => action === 'leave').map(({ why }) => why)).toEqual([
    { purpose: 'spf', verdict: 'conflict', code: 'SPF_MERGE_TOO_MANY_LOOKUPS' },
  ]);
  await apply(customer, planId);
  const after = await records(customer);
  expect(after).toContainEqual(spf);
  expect(after.filter(({ type }) => type === 'MX')).toHaveLength(1);
});

test('one plan makes mail arrive and signs it: the key is made once, its record is part of the plan, and the next check lets it sign [VER-01] [DKM-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const signed = () => app.must(planDomain, { withSigning: true }, { token });
  const plans = await Promise.all([signed(), signed(), signed()]);
  const { keys } = await app.must(listDkimKeys, {}, { token });
  expect(keys).toHaveLength(1);
  const { host, ed25519, dkimId } = keys[0] ?? {};
  const { planId, changes } = await signed();
  expect(new Set(plans.map((each) => JSON.stringify(each.changes)))).toEqual(new Set([JSON.stringify(changes)]));
  const steps = changes.map(({ action, why, after }) => `${action} ${why.purpose} ${after[0]?.host}`);
  expect(steps).toEqual([
    ...['add mx @', 'add mx @', 'add spf @'],
    ...[`add dkim ${host}`, 'add dmarc _dmarc', `add dkim ${ed25519?.host}`],
  ]);
  const check = () => app.must(checkDomain, { domainName: domain }, { token });
  expect(await check()).toMatchObject({ dkimVerified: false });
  await apply(customer, planId);
  app.clock.advance({ seconds: 10 });
  expect(await check()).toMatchObject({ status: 'verified', dkimVerified: true });
  const after = await app.must(listDkimKeys, {}, { token });
  expect(after.keys).toMatchObject([{ dkimId, isEnabled: true, status: 'active', ed25519: { isSeen: true } }]);
  // What senders are told about TLS waits until mail comes here, and here only.
  const transport = await signed();
  expect(transport.changes.filter(({ action }) => action !== 'leave').map(({ after: [record] }) => record)).toEqual([
    { type: 'CNAME', host: 'mta-sts', ttlSeconds: 3600, value: 'panel.example' },
    { type: 'TXT', host: '_mta-sts', ttlSeconds: 3600, value: expect.stringMatching(/^v=STSv1; id=enforce\w+;$/) },
    { type: 'TXT', host: '_smtp._tls', ttlSeconds: 3600, value: 'v=TLSRPTv1; rua=mailto:tls-reports@panel.example' },
  ]);
  expect(await stepsOf(customer)).toEqual([]);
  await apply(customer, transport.planId);
  app.clock.advance({ seconds: 10 });
  const { findings, status } = await check();
  expect(status).toBe('verified');
  const ofTransport = findings.filter(({ purpose }) => purpose === 'mta-sts' || purpose === 'tls-rpt');
  expect(ofTransport.map(({ verdict }) => verdict)).toEqual(['match', 'match', 'match']);
  // A policy of the owner's own stays, and the domain's next key waits for a person.
  const { key: next } = await app.must(generateDkimKey, {}, { token });
  await write(customer, { type: 'TXT', host: next.host, values: [next.value], ttl: 3600 });
  app.clock.advance({ seconds: 10 });
  await check();
  const both = await app.must(listDkimKeys, {}, { token });
  expect(both.keys).toMatchObject([
    { dkimId, isEnabled: true },
    { dkimId: next.dkimId, isEnabled: false },
  ]);
});
