import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { LOCATIONS } from '../runtime/locations.ts';
import { type Database, openDatabase, rowsOf } from './client.ts';
import { isProcessGone } from './process-number.ts';

let url: string;
let db: Database;
const open = () =>
  openDatabase({ dataDir: '', url, migrationsFolder: LOCATIONS.migrations, poolSize: 2, isPooled: true });
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
  db = await open();
});
afterAll(async () => {
  await db?.close();
  await dropDatabase(url);
});

const isGone = async (number: number) => {
  const [row] = await rowsOf<{ gone: boolean }>(db.global, sql`select ${isProcessGone(sql`${number}::int`)} as gone`);
  return row?.gone;
};

test("behind a pooler a process's lease still ends with the process, and its endless transaction holds up no cleaning", async () => {
  const other = await open();
  const number = await other.processNumber();
  expect(await isGone(number)).toBe(false);
  const held = await rowsOf(
    db.global,
    sql`select state, backend_xmin, backend_xid from pg_stat_activity where application_name = 'postern-process' and datname = current_database()`,
  );
  expect(held).toEqual([{ state: 'idle in transaction', backend_xmin: null, backend_xid: null }]);
  await other.close();
  await expect.poll(() => isGone(number)).toBe(true);
});

test('behind a pooler a transaction leaves nothing on its connection: no limit, no role, no prepared statement', async () => {
  for (let turn = 0; turn < 5; turn += 1)
    await db.asSystem(async (tx) => {
      const [limits] = await rowsOf(tx, sql`select current_setting('statement_timeout') as one, current_role as role`);
      expect(limits).toEqual({ one: '30s', role: 'postern_system' });
    });
  await db.readAsTenant('00000000-0000-4000-8000-000000000000', 'named', sql`select 1`);
  await db.global.select({ one: sql`1` }).from(sql`(select 1) as it`).prepare('named too').execute();
  const left = sql`select current_setting('statement_timeout') as one, current_role = session_user as own, (select count(*)::int from pg_prepared_statements) as names`;
  expect(await rowsOf(db.global, left)).toEqual([{ one: '0', own: true, names: 0 }]);
});
