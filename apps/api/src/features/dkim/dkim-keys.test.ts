import { createPrivateKey, createPublicKey } from 'node:crypto';
import { deleteDkimKey, enableDkimKey, generateDkimKey, listDkimKeys } from '@postern/contract/dkim';
import { deleteDnsRecord, listDnsRecords, upsertDnsRecord } from '@postern/contract/dns';
import { checkDomain } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { parseDkimKey } from '@postern/domain/dkim';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Queryable } from '../../db/client.ts';
import { liveEvent } from '../../db/tables.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { dnsZone } from '../dns/tables.ts';
import { mailFilterDirectory } from '../mail-directory/public.ts';
import { dkimKey } from './tables.ts';

const app = useTestApp({ webhooks: false });

const generate = async ({ token }: TestCustomer) => (await app.must(generateDkimKey, {}, { token })).key;
/** Sets a record and waits until the name server has it: another process that publishes the zone then takes it along. */
async function publish({ token, bundleId }: TestCustomer, { host, value }: { host: string; value: string }) {
  const set = await app.must(upsertDnsRecord, { type: 'TXT', host, values: [value], ttl: 600 }, { token });
  const waiting = () => app.deps.db.asSystem((tx) => tx.select().from(dnsZone).where(eq(dnsZone.bundleId, bundleId)));
  await expect.poll(async () => (await waiting()).every((zone) => zone.version === zone.publishedVersion)).toBe(true);
  return set;
}
const enable = async ({ token }: TestCustomer, dkimId: string) =>
  (await app.must(enableDkimKey, { dkimId }, { token })).key;
const keysOf = async ({ token }: TestCustomer) => (await app.must(listDkimKeys, {}, { token })).keys;

/** The selectors that Rspamd would sign with now. */
const signing = async ({ domain }: TestCustomer) =>
  (await mailFilterDirectory(app.deps).listSigningKeys(domain)).map(({ selector }) => selector);

/** The customer, signed in again. */
async function twelveHoursLater(customer: TestCustomer): Promise<TestCustomer> {
  app.clock.advance({ hours: 12 });
  return { ...customer, token: await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email }) };
}

test('a new key is valid, stored sealed, and signs nothing [DKM-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const key = await generate(customer);
  expect(key).toMatchObject({ isEnabled: false, status: 'inactive', host: `${key.selector}._domainkey` });
  expect(key.value).toBe(`v=DKIM1; k=rsa; p=${key.publicKey}`);
  const [row] = await app.deps.db.asSystem((tx) => tx.select().from(dkimKey).where(eq(dkimKey.keyId, key.dkimId)));
  const pem = app.deps.sealer.open(row?.sealedPrivateKey ?? '', `dkim-key:${key.dkimId}`);
  expect(row?.sealedPrivateKey).not.toContain('PRIVATE');
  const own = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' }).toString('base64');
  expect(own).toBe(key.publicKey);
  expect(createPrivateKey(pem).asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect(await signing(customer)).toEqual([]);
});

test('a key whose record is seen goes to the top and signs; the former key signs for twelve more hours [DKM-01] [DKM-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const first = await generate(customer);
  const { planId } = await app.must(planDomain, {}, { token });
  await app.must(applyDomainPlan, { planId }, { token });
  expect(await enable(customer, first.dkimId)).toMatchObject({ isEnabled: true, status: 'active' });
  // The plan has the records of both keys.
  const pair = [first.selector, `${first.selector}-ed25519`];
  expect((await signing(customer)).toSorted()).toEqual(pair);
  expect(await app.must(checkDomain, { domainName: domain }, { token })).toMatchObject({ dkimVerified: true });
  app.clock.advance({ minutes: 1 });
  const shown = async () =>
    (await keysOf(customer)).map(({ dkimId, signsUntil, isRollOverDue }) => [dkimId, signsUntil, isRollOverDue]);
  const second = await generate(customer);
  await publish(customer, second);
  await enable(customer, second.dkimId);
  expect((await keysOf(customer)).map(({ dkimId, isEnabled }) => [dkimId, isEnabled])).toEqual([
    [second.dkimId, true],
    [first.dkimId, false],
  ]);
  expect((await signing(customer)).toSorted()).toEqual([...pair, second.selector].toSorted());
  expect(await shown()).toEqual([
    [second.dkimId, null, false],
    [first.dkimId, new Date(app.clock.now().getTime() + 12 * 3_600_000).toISOString(), false],
  ]);
  const later = await twelveHoursLater(customer);
  expect(await signing(customer)).toEqual([second.selector]);
  await enable(later, first.dkimId);
  expect((await keysOf(later)).map(({ isEnabled }) => isEnabled)).toEqual([true, false]);
  expect((await signing(customer)).toSorted()).toEqual([...pair, second.selector].toSorted());
});

test('the Ed25519 key signs too once its own record was seen, holds nothing up without it, and ends with the RSA key [DKM-01] [DKM-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const key = await generate(customer);
  expect(key.ed25519).toMatchObject({ host: `${key.selector}-ed25519._domainkey`, isSeen: false });
  expect(parseDkimKey(key.ed25519?.value ?? '')).toMatchObject({ ok: true, value: { keyType: 'ed25519', bits: 256 } });
  await publish(customer, key);
  expect(await enable(customer, key.dkimId)).toMatchObject({ status: 'active', ed25519: { isSeen: false } });
  expect(await signing(customer)).toEqual([key.selector]);
  if (key.ed25519) await publish(customer, key.ed25519);
  expect(await enable(customer, key.dkimId)).toMatchObject({ isEnabled: true, ed25519: { isSeen: true } });
  expect((await signing(customer)).toSorted()).toEqual([key.selector, `${key.selector}-ed25519`]);
  const { lookUp } = app.deps.dns.resolver;
  app.deps.dns.resolver.lookUp = async (name, type) => ({ name, type, result: { kind: 'timed-out' }, asked: [] });
  expect(await enable(customer, key.dkimId)).toMatchObject({ ed25519: { isSeen: true } });
  app.deps.dns.resolver.lookUp = lookUp;
  const seed = (await mailFilterDirectory(app.deps).listSigningKeys(customer.domain)).at(-1)?.privateKey ?? '';
  expect(Buffer.from(seed, 'base64')).toHaveLength(32);
  await app.must(deleteDkimKey, { dkimId: key.dkimId }, { token: customer.token });
  expect(await signing(customer)).toHaveLength(2);
  await twelveHoursLater(customer);
  expect(await signing(customer)).toEqual([]);
});

test('a key that has signed for a year is marked as due for a successor; open panels are notified of each step [DKM-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const key = await generate(customer);
  await publish(customer, key);
  await enable(customer, key.dkimId);
  const heard = await app.deps.db.asSystem((tx) =>
    tx
      .select()
      .from(liveEvent)
      .where(and(eq(liveEvent.bundleId, customer.bundleId), eq(liveEvent.event, 'dkim-keys'))),
  );
  expect(heard.map(({ data }) => data)).toEqual([{}, {}, {}]);
  app.clock.advance({ days: 365 });
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
  expect(await keysOf({ ...customer, token })).toMatchObject([{ dkimId: key.dkimId, isRollOverDue: true }]);
  const next = await generate({ ...customer, token });
  await publish({ ...customer, token }, next);
  await enable({ ...customer, token }, next.dkimId);
  expect((await keysOf({ ...customer, token })).map(({ isRollOverDue }) => isRollOverDue)).toEqual([false, false]);
});

test('each fault of the record has its own code, and no key changes [DKM-03]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const [key, other] = [await generate(customer), await generate(customer)];
  const refusal = () => app.refusal(enableDkimKey, { dkimId: key.dkimId }, { token });
  const nowhere = await app.refusal(enableDkimKey, { dkimId: '0190c4a0-0000-7000-8000-000000000000' }, { token });
  expect(nowhere).toBe('DKIM_NOT_FOUND');
  await publish(customer, { host: 'www', value: 'a zone that is there' });
  expect(await refusal()).toBe('HOST_NOT_FOUND');
  const { record } = await publish(customer, { host: key.host, value: other.value });
  expect(await refusal()).toBe('TOKEN_NOT_FOUND');
  await app.must(deleteDnsRecord, { recordId: record.recordId }, { token });
  expect(await refusal()).toBe('HOST_NOT_FOUND');
  expect((await keysOf(customer)).map(({ status }) => status)).toEqual(['inactive', 'inactive']);
  expect(await signing(customer)).toEqual([]);
  const { lookUp } = app.deps.dns.resolver;
  for (const [kind, code] of [
    ['timed-out', 'LOOKUP_TIMEOUT'],
    ['server-failure', 'EXTERNAL_ERROR'],
    ['lame', 'EXTERNAL_ERROR'],
  ] as const) {
    app.deps.dns.resolver.lookUp = async (name, type) => ({ name, type, result: { kind }, asked: [] });
    expect(await refusal()).toBe(code);
  }
  app.deps.dns.resolver.lookUp = async (name, type) => ({
    ...{ name, type, asked: [] },
    result: { kind: 'found', values: ['v=DKIM1; p=AAAA'], ttlSeconds: 60, aliases: [] },
  });
  expect(await refusal()).toBe('BAD_REQUEST');
  app.deps.dns.resolver.lookUp = lookUp;
});

test('a deleted key in use signs for twelve more hours and is then gone; any other is erased at once [DKM-01] [DKM-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const [unused, used] = [await generate(customer), await generate(customer)];
  await publish(customer, used);
  await enable(customer, used.dkimId);
  const gone = await app.must(deleteDkimKey, { dkimId: unused.dkimId }, { token });
  expect(gone.key).toMatchObject({ status: 'deleting', isEnabled: false });
  expect(await keysOf(customer)).toHaveLength(1);
  await app.must(deleteDkimKey, { dkimId: used.dkimId }, { token });
  expect(await keysOf(customer)).toMatchObject([{ dkimId: used.dkimId, status: 'deleting', isEnabled: false }]);
  expect(await signing(customer)).toEqual([used.selector]);
  expect(await app.refusal(enableDkimKey, { dkimId: used.dkimId }, { token })).toBe('DKIM_NOT_FOUND');
  expect(await keysOf(await twelveHoursLater(customer))).toEqual([]);
  expect(await signing(customer)).toEqual([]);
  await cleanUp(app.deps);
  const rows = (tx: Queryable) => tx.select().from(dkimKey).where(eq(dkimKey.customerId, customer.customerId));
  expect(await app.deps.db.asSystem(rows)).toEqual([]);
});

test('a domain has six keys at most, and cannot touch the keys of another domain [DKM-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  for (let count = 0; count < 6; count += 1) await generate(customer);
  expect(await app.refusal(generateDkimKey, {}, { token: customer.token })).toBe('DKIM_LIMIT_REACHED');
  const stranger = await aCustomerWithDomain(app, { partner: app.otherPartner });
  const [key] = await keysOf(customer);
  for (const operation of [enableDkimKey, deleteDkimKey])
    expect(await app.refusal(operation, { dkimId: key?.dkimId ?? '' }, { token: stranger.token })).toBe(
      'DKIM_NOT_FOUND',
    );
  expect((await app.must(listDnsRecords, {}, { token: stranger.token })).records).toEqual([]);
});
