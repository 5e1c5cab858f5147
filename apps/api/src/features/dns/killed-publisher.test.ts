import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { movingClock } from '@postern/testkit/moving-clock';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { BundleKey } from '../../db/bundle-key.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { newId } from '../../runtime/ids.ts';
import { LOCATIONS } from '../../runtime/locations.ts';
import { type HeldPowerDns, holdPublishing } from '../../testing/hold-publishing.ts';
import { startServer } from '../../testing/start-server.ts';
import { type PublishDeps, publishZone, publishZones } from './publish-zone.ts';
import { changeZone, ensureZone, findZone } from './zone-repository.ts';

/** Starts at the real time, which the other server's leases use: they last a minute from now. */
const clock = movingClock(new Date());
let dataDir: string;
let databaseUrl: string;
let db: Database;
let nameServer: HeldPowerDns;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'postern-publisher-'));
  nameServer = await holdPublishing();
  databaseUrl = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
  db = await openDatabase({ dataDir, url: databaseUrl, migrationsFolder: LOCATIONS.migrations, poolSize: 2 });
});
afterAll(async () => {
  await nameServer.stop();
  await db.close();
  await dropDatabase(databaseUrl);
  rmSync(dataDir, { recursive: true, force: true });
});

/** A zone that nobody has published yet. */
async function aZone(zoneName: string): Promise<BundleKey> {
  const key = { customerId: newId(clock.now()), bundleId: newId(clock.now()) };
  await db.asTenant(key.customerId, (tx) => ensureZone(tx, key, zoneName, clock.now()));
  return key;
}

const read = (key: BundleKey) => db.asTenant(key.customerId, (tx) => findZone(tx, key));

/** Publishes from this process to a name server that only calls `write`. */
function publisher(write: (zoneName: string) => Promise<unknown>): PublishDeps {
  const check = async () => ({ ok: true, detail: '' });
  const zones = { check, createZone: write, replaceRecordSets: async () => 1 };
  return { db, clock, log: pino({ level: 'silent' }), dns: { zones } } as unknown as PublishDeps;
}

test('a zone that another process is publishing is left alone while that process lives, and taken over once it is killed [DNS-02]', async () => {
  const key = await aZone('shared.test');
  const other = await startServer({ dataDir, databaseUrl, env: nameServer.env });
  onTestFinished(async () => void (await other.end()));
  await nameServer.isGiven('shared.test', 1);
  // Otherwise it would give the zone up when the name server is silent for too long.
  process.kill(other.pid, 'SIGSTOP');
  const written: string[] = [];
  const deps = publisher(async (zoneName) => written.push(zoneName));
  await publishZones(deps);
  expect(written).not.toContain('shared.test');
  await other.end('SIGKILL');
  await expect.poll(() => publishZones(deps).then(() => written), { timeout: 30_000 }).toContain('shared.test');
  expect(await read(key)).toMatchObject({ publishedVersion: 1, publishingUntil: null, publishingBy: null });
}, 120_000);

/** Publishes, and waits in the call to the name server until `end`. */
async function publishSlowly() {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let writes = 0;
  const write = () => {
    writes += 1;
    reached.resolve();
    return gate.promise;
  };
  const done = publishZones(publisher(write));
  await reached.promise;
  const end = async () => {
    gate.resolve();
    await done;
    return writes;
  };
  return { end };
}

test.each(['before', 'after'])(
  'a publisher that lost its lease to another, and ends %s that one, has the zone published again [DNS-02]',
  async (when) => {
    const key = await aZone(`${when}.test`);
    const late = await publishSlowly();
    clock.advance({ minutes: 2 });
    const other = await publishSlowly();
    const inOrder = when === 'before' ? [late, other] : [other, late];
    const writes: number[] = [];
    for (const each of inOrder) writes.push(await each.end());
    expect(writes).toEqual([1, 2]);
    expect(await read(key)).toMatchObject({ publishedVersion: 1, publishingUntil: null });
  },
);

test('a change waits for another process that is publishing the zone and takes it along, so that the record is there when the answer says so [DNS-01] [DNS-02]', async () => {
  const key = await aZone('along.test');
  const zone = { ...key, version: 1 };
  const first = await publishSlowly();
  await db.asTenant(key.customerId, (tx) => changeZone(tx, zone, []));
  const order: string[] = [];
  const answer = publishZone(
    publisher(async () => order.push('twice')),
    key,
  ).then(() => order.push('answered'));
  // Long enough for an answer that doesn't wait.
  for (let turn = 0; turn < 50; turn += 1) await read(key);
  order.push('published');
  expect(await first.end()).toBe(2);
  await answer;
  expect(order).toEqual(['published', 'answered']);
  expect(await read(key)).toMatchObject({ version: 2, publishedVersion: 2 });
});
