import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { upsertDnsRecord } from '@postern/contract/dns';
import { changeDomain } from '@postern/contract/domain-change';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aDomain, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { spawnServer } from '../../testing/start-server.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { publishZones } from '../dns/publish-zone.ts';
import { findLastChange } from './domain-change-repository.ts';
import { findRegistered } from './former-domain-repository.ts';
import { keepFormerDomains } from './keep-former-domains.ts';
import { runDomainChange } from './run-domain-change.ts';

/** Two instances on one PostgreSQL, with their own connections: one sweeps, and on the other the customer changes back. */
let sweeper: TestApp;
let panel: TestApp;
beforeAll(async () => {
  sweeper = await startTestApp({ webhooks: false });
  panel = await startTestApp({ webhooks: false, beside: sweeper });
  // Even while the name server has lost the zone.
  panel.deps.dns.isRegistered = async () => 'yes';
});
afterAll(async () => {
  await panel.stop();
  await sweeper.stop();
});

const lastChange = (customer: TestCustomer) =>
  panel.deps.db.asTenant(customer.customerId, (tx) => findLastChange(tx, customer));

/** Runs the last change as far as it can go. The queue may run it as well. */
async function run(customer: TestCustomer): Promise<void> {
  const key = await lastChange(customer);
  if (key !== null) await runDomainChange(panel.deps, key);
}

const finish = async (customer: TestCustomer) => {
  const isFinished = async () => {
    await run(customer);
    return (await lastChange(customer))?.state === 'finished';
  };
  await pollUntil(isFinished, { timeoutMs: 20_000, onTimeout: () => 'the domain is still on its way' });
};

async function begin(customer: TestCustomer, newDomain: string): Promise<boolean> {
  const token = await aSessionAs(panel, customer, { role: 'domainAdmin', email: 'owner@people.test' });
  return (await panel.call(changeDomain, { newDomain, ownershipConfirmed: true }, { token })).ok;
}

/** A customer who has left a domain whose zone has one record, and added another record to the current zone. */
async function aCustomerWhoMoved(): Promise<TestCustomer> {
  const customer = await aCustomerWithDomain(panel);
  const { token } = customer;
  await panel.must(upsertDnsRecord, { type: 'A', host: 'then', values: ['192.0.2.7'], ttl: 600 }, { token });
  await begin(customer, aDomain('fresh'));
  await finish(customer);
  await panel.must(upsertDnsRecord, { type: 'A', host: 'now', values: ['192.0.2.8'], ttl: 600 }, { token });
  sweeper.clock.advance({ seconds: 1 });
  return customer;
}

/** Sweeps; the customer goes back just before the sweeper takes this step on the name server. */
async function sweepAndGoBack(step: 'deleteZone' | 'createZone', customer: TestCustomer): Promise<void> {
  const { dns } = sweeper.deps;
  const zones = dns.zones;
  if (zones === null) throw new Error('no name server');
  let isDone = false;
  const first = async (name: string) => {
    if (name === customer.domain) {
      await goBack(customer);
      isDone = true;
    }
    return zones[step](name);
  };
  await keepFormerDomains({ ...sweeper.deps, dns: { ...dns, zones: { ...zones, [step]: first } } });
  expect(isDone).toBe(true);
}

/** Starts the change back, and runs it as far as it can go. */
async function goBack(customer: TestCustomer): Promise<void> {
  expect(await begin(customer, customer.domain)).toBe(true);
  await run(customer);
}

/** The name server serves the current records, once they are published. */
async function expectServed(domain: string): Promise<void> {
  const hosts = async () => (await panel.deps.dns.zones?.readZone(domain))?.recordSets.map(({ host }) => host);
  await expect.poll(async () => (await hosts())?.toSorted(), { timeout: 10_000 }).toEqual(['now', 'then']);
}

test('a customer who returns to a former domain while it is being released keeps its zone and its name [VER-05]', async () => {
  const customer = await aCustomerWhoMoved();
  sweeper.clock.advance({ days: 90 });
  await sweepAndGoBack('deleteZone', customer);
  await finish(customer);
  await expectServed(customer.domain);
  const owner = await panel.deps.db.asSystem((tx) => findRegistered(tx, customer.domain));
  expect(owner).toMatchObject({ bundleId: customer.bundleId, kind: 'domain' });
});

test('a customer who returns to a former domain while its lost zone is being restored gets the current records [VER-05]', async () => {
  const customer = await aCustomerWhoMoved();
  await panel.deps.dns.zones?.deleteZone(customer.domain);
  await sweepAndGoBack('createZone', customer);
  await finish(customer);
  await expectServed(customer.domain);
});

/** A server without sample data, for a database that has its own. */
const OPERATED = {
  POSTERN_MODE: 'production',
  POSTERN_REHEARSAL: 'true',
  POSTERN_CARD_PAYMENTS: 'off',
  POSTERN_TRUST_PROXY: 'false',
  POSTERN_MAIL_HOSTNAME: 'mail.panel.test',
  POSTERN_MAILER_FROM: 'no-reply@panel.test',
  POSTERN_PUBLIC_URL: 'https://panel.test',
  POSTERN_MAILER_URL: 'smtp://127.0.0.1:9',
};

test('a customer who has started to return to a former domain keeps its name when a process that has just started releases it [VER-05]', async () => {
  const customer = await aCustomerWhoMoved();
  const { db } = sweeper.deps;
  // In the past for a process that uses the real time, too.
  const isOver = sql`update domain_change set former_until = '2000-01-01' where from_domain = ${customer.domain}`;
  await db.asSystem((tx) => rowsOf(tx, isOver));
  const isWaiting = async () => {
    const query = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await rowsOf(db.global, query)).length > 0;
  };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-former-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { jobs } = panel.deps;
  const { enqueue } = jobs;
  // Still inside the transaction that starts the change, which nobody else can see yet.
  jobs.enqueue = async (...job) => {
    jobs.enqueue = enqueue;
    const other = await spawnServer({
      dataDir,
      databaseUrl: panel.databaseUrl ?? '',
      port: await freePort(),
      env: OPERATED,
    });
    onTestFinished(async () => void (await other.end()));
    await pollUntil(isWaiting, { timeoutMs: 20_000, onTimeout: () => `nobody waits: ${other.output()}` });
    return enqueue(...job);
  };
  expect(await begin(customer, customer.domain)).toBe(true);
  const owner = () => panel.deps.db.asSystem((tx) => findRegistered(tx, customer.domain));
  const isLetGoOf = async () => !(await isWaiting());
  await pollUntil(isLetGoOf, { timeoutMs: 20_000, onTimeout: () => 'somebody waits for ever' });
  expect(await owner()).toMatchObject({ bundleId: customer.bundleId });
  await finish(customer);
  expect(await owner()).toMatchObject({ bundleId: customer.bundleId, kind: 'domain' });
  // In case the other process, which has no name server, finished the change.
  await publishZones(panel.deps);
  await expectServed(customer.domain);
}, 120_000);
