import { upsertDnsRecord } from '@postern/contract/dns';
import { changeDomain } from '@postern/contract/domain-change';
import { checkDomain } from '@postern/contract/domain-connection';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import type { TestInternet } from '../../testing/start-test-internet.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { publishZones } from '../dns/publish-zone.ts';
import { readDomainState } from '../domain-connection/read-domain-state.ts';
import { runCheck } from '../domain-connection/run-check.ts';
import { keepFormerDomains } from '../domain-change/keep-former-domains.ts';
import { findLastChange } from '../domain-change/domain-change-repository.ts';
import { runDomainChange } from '../domain-change/run-domain-change.ts';
import { planRelease } from '../domain-end/plan-release.ts';
import { releaseDomains } from './release-domains.ts';

const app = useTestApp({ webhooks: false, hasInternet: true });
const internet = () => app.internet as TestInternet;
const MX = ['mx1.mail.test'];

let count = 0;
/** A domain that its former customer here left, and whose registrant still delegates it to us. */
async function aLeftDomain(): Promise<{ domain: string; former: TestCustomer }> {
  const domain = `brewery-${++count}.org`;
  internet().delegate(domain, 'us');
  const former = await aCustomerWithDomain(app, { domain });
  await writeRecords(former);
  expect(await mailOf(former)).toBe('local');
  const key = { customerId: former.customerId, bundleId: former.bundleId };
  await app.deps.db.asSystem(async (tx) => {
    await tx.execute(sql`update plan_order set status = 'cancelled' where customer_id = ${former.customerId}`);
    await planRelease(tx, app.deps, key, { reason: 'ended', at: app.clock.now() });
  });
  const isReleased = async () => {
    await releaseDomains(app.deps);
    app.clock.advance({ minutes: 2 });
    const taken = await app.deps.db.asSystem((tx) =>
      tx.execute(sql`select 1 from name_registry where name = ${domain}`),
    );
    return (taken as unknown as { rows: unknown[] }).rows.length;
  };
  await expect.poll(isReleased, { timeout: 15_000 }).toBe(0);
  return { domain, former };
}

const owner = (customer: TestCustomer) => aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });

/** Writes all that would prove the domain into our own zone. */
async function writeRecords(customer: TestCustomer): Promise<string> {
  const token = await owner(customer);
  const { expectedRecords } = await app.must(checkDomain, { domainName: customer.domain }, { token });
  const text = expectedRecords.find(({ purpose }) => purpose === 'ownership')?.Point_to ?? '';
  await app.must(upsertDnsRecord, { type: 'TXT', host: '@', values: [text], ttl: 600 }, { token });
  await app.must(upsertDnsRecord, { type: 'MX', host: '@', values: MX, priority: 10, ttl: 600 }, { token });
  return text;
}

async function mailOf(customer: TestCustomer): Promise<string> {
  app.clock.advance({ seconds: 6 });
  await runCheck(app.deps, customer);
  const { customerId, bundleId } = customer;
  const { mail } = await app.deps.db.asTenant(customerId, (tx) =>
    readDomainState(tx, app.deps.dns, { customerId, bundleId }),
  );
  return mail.state;
}

const served = async (domain: string) => (await app.deps.dns.zones?.readZone(domain)) ?? null;

test('a customer who takes a name that is still delegated to us gets nothing of it by our own name server [VER-01] [DNS-02]', async () => {
  const { domain } = await aLeftDomain();
  const stranger = await aCustomerWithDomain(app, { domain, email: 'stranger@else.test' });
  await writeRecords(stranger);
  await publishZones(app.deps);
  expect(await served(domain)).toBeNull();
  expect(await mailOf(stranger)).toBe('waiting');
});

test('a change to such a domain, and away from it again, publishes nothing of it either [VER-01] [VER-05]', async () => {
  const { domain } = await aLeftDomain();
  const first = `brewery-${++count}.org`;
  const third = `brewery-${++count}.org`;
  for (const each of [first, third]) internet().delegate(each, 'us');
  const stranger = await aCustomerWithDomain(app, { domain: first, email: 'stranger@else.test' });
  await writeRecords(stranger);
  const key = { customerId: stranger.customerId, bundleId: stranger.bundleId };
  for (const newDomain of [domain, third]) {
    await app.must(changeDomain, { newDomain, ownershipConfirmed: true }, { token: await owner(stranger) });
    const isDone = async () => {
      const change = await app.deps.db.asTenant(key.customerId, (tx) => findLastChange(tx, key));
      if (change !== null) await runDomainChange(app.deps, change);
      return change?.state;
    };
    await expect.poll(isDone, { timeout: 15_000 }).toBe('finished');
    await publishZones(app.deps);
    await keepFormerDomains(app.deps);
    expect(await served(domain)).toBeNull();
  }
  expect(await served(third), 'its other domains are served').not.toBeNull();
});

test('its owner proves it at another name server, and from then on ours answers; the former customer needs no proof to come back [VER-01] [VER-07]', async () => {
  const { domain, former } = await aLeftDomain();
  const buyer = await aCustomerWithDomain(app, { domain, email: 'owner@else.test' });
  const text = await writeRecords(buyer);
  internet().delegate(domain, 'others');
  await internet().zones.createZone(domain);
  await internet().zones.upsertRecordSet(domain, { type: 'TXT', host: '@', ttlSeconds: 60, values: ['not the text'] });
  await mailOf(buyer);
  await publishZones(app.deps);
  expect(await served(domain)).toBeNull();
  await internet().zones.upsertRecordSet(domain, { type: 'TXT', host: '@', ttlSeconds: 60, values: [text] });
  expect(await mailOf(buyer)).toBe('local');
  await publishZones(app.deps);
  expect(await served(domain)).not.toBeNull();
  internet().delegate(domain, 'us');
  expect(await mailOf(buyer)).toBe('local');
  const other = await aLeftDomain();
  const again = await aCustomerWithDomain(app, { domain: other.domain, email: other.former.email });
  expect(again.customerId).toBe(other.former.customerId);
  await writeRecords(again);
  expect(await mailOf(again)).toBe('local');
  expect(former.customerId).not.toBe(buyer.customerId);
});
