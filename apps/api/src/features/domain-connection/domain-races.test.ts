import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DkimKeyView, enableDkimKey, generateDkimKey, listDkimKeys } from '@postern/contract/dkim';
import { listDnsRecords, upsertDnsRecord } from '@postern/contract/dns';
import { checkDomain } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { movableClock } from '../../runtime/clock.ts';
import { LOCATIONS } from '../../runtime/locations.ts';
import { createSealer } from '../../secrets/seal.ts';
import { aCustomerWithDomain, type Panel } from '../../testing/builders.ts';
import { SECRET_KEY, type Server, startServer } from '../../testing/start-server.ts';
import { aPartner } from '../../testing/start-test-app.ts';

const clock = movableClock(Date.now);
let dataDir: string;
let databaseUrl: string;
let db: Database;
let panel: Panel;
/** Both use one database. The first one has the name server, which both query. */
let servers: [Server, Server];
beforeAll(async () => {
  databaseUrl = await createDatabase(inject('postgresUrl'));
  dataDir = mkdtempSync(path.join(tmpdir(), 'postern-domain-'));
  const dnsPort = String(await freePort());
  const env = { POSTERN_PUBLIC_URL: 'http://panel.test', POSTERN_DNS_SERVERS: `127.0.0.1:${dnsPort}` };
  const wish = { dataDir, databaseUrl };
  servers = await Promise.all([
    startServer({ ...wish, env: { ...env, POSTERN_DNS_PORT: dnsPort } }),
    startServer({ ...wish, env }),
  ]);
  db = await openDatabase({ dataDir, url: databaseUrl, migrationsFolder: LOCATIONS.migrations, poolSize: 2 });
  const partner = await aPartner({ db, clock, sealer: createSealer(SECRET_KEY) }, 901);
  panel = { ...servers[0], clock, partner };
}, 300_000);
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.end('SIGTERM')));
  await db?.close();
  if (databaseUrl) await dropDatabase(databaseUrl);
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

const [FIRST, SECOND] = [0, 1] as const;
/** Makes the same call to both processes at once, `times` times each. */
const atBoth = <T>(times: number, call: (server: Server) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 2 * times }, (_, turn) => call(servers[turn % 2 === 0 ? FIRST : SECOND])));

test('a plan that is applied and undone many times at once over two processes is applied once and undone once [DNS-01]', async () => {
  const { token, domain } = await aCustomerWithDomain(panel);
  const options = { token };
  const { planId } = await servers[FIRST].must(planDomain, {}, options);
  const answers = await atBoth(4, (server) => server.must(applyDomainPlan, { planId }, options));
  const undoIds = new Set(answers.map(({ undoId }) => undoId));
  expect(undoIds.size).toBe(1);
  const applied = (await servers[SECOND].must(listDnsRecords, {}, options)).records;
  expect(applied.flatMap(({ values }) => values)).toHaveLength(3);
  // The process with the name server publishes what the other one has changed.
  const isVerified = async () =>
    (await servers[SECOND].must(checkDomain, { domainName: domain }, options)).status === 'verified';
  await pollUntil(isVerified, { timeoutMs: 30_000, onTimeout: () => 'the records are not served' });
  const [undoId = ''] = undoIds;
  await atBoth(4, (server) => server.must(undoDomainPlan, { undoId }, options));
  expect((await servers[FIRST].must(listDnsRecords, {}, options)).records).toEqual([]);
}, 120_000);

test('records that are added at once over two processes are all there, and a duplicate is added once [DNS-01]', async () => {
  const { token } = await aCustomerWithDomain(panel);
  let count = 0;
  const add = (server: Server, host: string) =>
    server.call(upsertDnsRecord, { type: 'A', host, values: ['192.0.2.1'], ttl: 600 }, { token });
  const different = await atBoth(5, (server) => add(server, `h${(count += 1)}`));
  expect(different.every(({ ok }) => ok)).toBe(true);
  const twins = await atBoth(3, (server) => add(server, 'twin'));
  expect(twins.filter(({ ok }) => ok)).toHaveLength(1);
  expect(twins.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(Array(5).fill('RECORD_EXISTS'));
  expect((await servers[FIRST].must(listDnsRecords, {}, { token })).records).toHaveLength(11);
}, 120_000);

test('of two keys that are enabled at once over two processes, one is enabled in the end [DKM-01]', async () => {
  const { token } = await aCustomerWithDomain(panel);
  const options = { token };
  const keys: DkimKeyView[] = [];
  for (let made = 0; made < 2; made += 1) keys.push((await servers[FIRST].must(generateDkimKey, {}, options)).key);
  for (const { host, value } of keys)
    await servers[FIRST].must(upsertDnsRecord, { type: 'TXT', host, values: [value], ttl: 600 }, options);
  for (let round = 0; round < 5; round += 1) {
    let turn = round;
    const answers = await atBoth(2, (server) =>
      server.call(enableDkimKey, { dkimId: keys[(turn += 1) % 2]?.dkimId ?? '' }, options),
    );
    expect(answers.map((answer) => (answer.ok ? 'OK' : answer.text))).toEqual(Array(4).fill('OK'));
    const listed = (await servers[SECOND].must(listDkimKeys, {}, options)).keys;
    expect(listed.map(({ isEnabled }) => isEnabled)).toEqual([true, false]);
  }
}, 120_000);
