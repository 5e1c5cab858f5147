import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pollUntil } from '@postern/testkit/poll-until';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { databaseServers } from '../servers/database-servers.ts';
import { migrate } from './migrate.ts';

const SETTING = 'CREATE TABLE "setting" (name text PRIMARY KEY, value jsonb NOT NULL)';
const PET = 'CREATE TABLE "pet" (name text NOT NULL)';

const folders: string[] = [];
let url: string;
let cleanUp: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  url = await createDatabase(inject('postgresUrl'));
  return async () => {
    for (const end of cleanUp) await end();
    cleanUp = [];
    await dropDatabase(url);
  };
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A release's folder of migrations with these steps. */
function releaseWith(...steps: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'postern-migrations-'));
  folders.push(folder);
  mkdirSync(path.join(folder, 'meta'));
  const entries = steps.map((text, idx) => {
    writeFileSync(path.join(folder, `step-${idx}.sql`), text);
    return { idx, when: 1000 + idx, tag: `step-${idx}` };
  });
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  return folder;
}

const start = (folder: string) => migrate({ kind: 'postgres', servers: databaseServers(url) }, folder);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanUp.push(() => client.end());
  return client;
}

test('three processes that start at once take each step once, also one that builds an index while others write', async () => {
  await start(releaseWith(SETTING, PET));
  const newer = releaseWith(
    SETTING,
    PET,
    `INSERT INTO setting (name, value) VALUES ('once', '1'); SELECT pg_sleep(0.2)`,
    '-- Names are unique from now on.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "pet_name" ON "pet" (name)',
  );
  const client = await connect();
  // A try that failed left an index that is no use.
  await client.query(`INSERT INTO pet VALUES ('Rex'), ('Rex')`);
  await expect(start(newer)).rejects.toThrow('could not create unique index');
  await client.query('DELETE FROM pet');
  await client.query(`BEGIN; INSERT INTO pet VALUES ('Tom')`);
  const starts = Promise.all([start(newer), start(newer), start(newer)]);
  await client.query(`INSERT INTO pet VALUES ('Ida'); COMMIT`);
  await starts;
  await expect(client.query(`INSERT INTO pet VALUES ('Tom')`)).rejects.toThrow('pet_name');
  const { rows } = await client.query('SELECT count(*)::int AS steps FROM drizzle.__drizzle_migrations');
  expect(rows).toEqual([{ steps: 4 }]);
});

test('a step that waits for a busy table doesn’t block the calls behind it, and is done once the table is free', async () => {
  await start(releaseWith(SETTING, PET));
  const [long, other] = [await connect(), await connect()];
  await long.query('BEGIN; SELECT FROM pet');
  let isDone = false;
  const upgraded = start(releaseWith(SETTING, PET, 'ALTER TABLE "pet" ADD COLUMN "age" integer')).then(() => {
    isDone = true;
  });
  // Until the step waits for the table, and a call would wait behind it.
  const waiting = `SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted AND relation = 'pet'::regclass`;
  while ((await other.query(waiting)).rowCount === 0);
  for (let round = 0; round < 3; round += 1) await other.query(`INSERT INTO pet VALUES ('Ida')`);
  expect(isDone).toBe(false);
  await long.query('COMMIT');
  await upgraded;
  expect((await other.query('SELECT age FROM pet')).rows).toHaveLength(3);
});

test('a release starts on a newer schema, until a step takes away what it uses', async () => {
  const old = releaseWith(SETTING, PET);
  const expanded = [SETTING, PET, 'ALTER TABLE "pet" ADD COLUMN "title" text'];
  await start(releaseWith(...expanded));
  await start(old);
  const contract = '-- contract: unused since 0.2.0 (schema 2)\nALTER TABLE "pet" DROP COLUMN "name"';
  const client = await connect();
  const running = `CREATE TABLE running_process (version text, schema int, seen_at timestamptz)`;
  await client.query(`${running}; INSERT INTO running_process VALUES ('0.1.0', 1, now())`);
  await expect(start(releaseWith(...expanded, contract))).rejects.toThrow(
    'A process of release 0.1.0 still serves, which knows schema 1.',
  );
  await client.query(`UPDATE running_process SET seen_at = now() - interval '11 seconds'`);
  await start(releaseWith(...expanded, contract));
  await start(releaseWith(...expanded));
  await expect(start(old)).rejects.toThrow(
    'too old for the database, which a newer one has changed: it knows schema 1, and needs to know 2.',
  );
});

test('a start waits while another process changes the schema, also if its own release has every step', async () => {
  const release = releaseWith(SETTING, PET);
  await start(release);
  const [other, watcher] = [await connect(), await connect()];
  await other.query('BEGIN; SELECT pg_advisory_xact_lock(72657305)');
  const started = start(release);
  started.catch(() => {});
  // Until it has asked, was told to wait, and ended that transaction: so it stays until it asks again.
  const asked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query IN ('COMMIT', 'ROLLBACK') AND state = 'idle'`;
  const hasAsked = async () => (await watcher.query(asked)).rowCount === 1;
  await pollUntil(hasAsked, { timeoutMs: 30_000, onTimeout: () => 'the start never asked for the lock' });
  await other.query(`INSERT INTO setting VALUES ('oldest-schema', '9'); COMMIT`);
  await expect(started).rejects.toThrow('too old for the database');
});
