import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { LOCATIONS } from '../runtime/locations.ts';
import { type Database, openDatabase, rowsOf } from './client.ts';

const ONE = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

let url: string;
const opened: Database[] = [];
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
});
afterAll(async () => {
  for (const db of opened) await db.close();
  await dropDatabase(url);
});

/** With one connection, so that every read finds what the one before left there. */
async function open(isPooled: boolean): Promise<Database> {
  const options = { dataDir: '', url, migrationsFolder: LOCATIONS.migrations, poolSize: 1, isPooled };
  const db = await openDatabase(options);
  opened.push(db);
  return db;
}

const WHO = sql`select current_role as role, current_customer() as customer, txid_current_if_assigned() as wrote`;
const readWho = (db: Database, customerId: string) => db.readAsTenant(customerId, 'who', WHO);
const who = (customer: string) => [{ role: 'postern_tenant', customer, wrote: null }];
const refused = (reading: Promise<unknown>) =>
  reading.then(
    () => 'nothing',
    (error: Error) => error.message,
  );

test.each([false, true])(
  'reads at once and in turn each see their own customer, and leave nothing on the connection (pooler: %s) [API-02]',
  async (isPooled) => {
    const db = await open(isPooled);
    expect(await Promise.all([ONE, OTHER, ONE].map((id) => readWho(db, id)))).toEqual([ONE, OTHER, ONE].map(who));
    for (const id of [OTHER, ONE, OTHER, ONE]) expect(await readWho(db, id)).toEqual(who(id));
    const mode = sql`select current_setting('plan_cache_mode') as mode`;
    const keepsPlans = { keepsPlans: true };
    for (const run of [
      () => db.asTenant(ONE, (tx) => rowsOf(tx, mode), keepsPlans),
      () => db.asSystem((tx) => rowsOf(tx, mode), keepsPlans),
    ])
      expect(await run()).toEqual([{ mode: 'force_generic_plan' }]);
    expect(await db.asTenant(ONE, (tx) => rowsOf(tx, mode))).toEqual([{ mode: 'auto' }]);
    const left = sql`select current_role = session_user as own, current_customer() as customer, current_setting('plan_cache_mode') as mode`;
    expect(await rowsOf(db.global, left)).toEqual([{ own: true, customer: null, mode: 'auto' }]);
  },
);

test.each([false, true])(
  'a read that fails leaves the connection to the next one, whatever fails and whenever (pooler: %s)',
  async (isPooled) => {
    const db = await open(isPooled);
    const failing: [string, SQL][] = [
      ['unknown', sql`select * from no_such_table`],
      ['late', sql`select 1 / ${0}::int`],
      ['value', sql`select ${'no number'}::int`],
    ];
    for (let turn = 0; turn < 3; turn += 1)
      for (const [name, query] of failing) {
        expect(await refused(db.readAsTenant(ONE, name, query))).not.toBe('nothing');
        expect(await readWho(db, ONE)).toEqual(who(ONE));
      }
    const unsendable = {
      toPostgres: () => {
        throw new TypeError('not a value');
      },
    };
    expect(await refused(db.readAsTenant(ONE, 'unsendable', sql`select ${unsendable}`))).toBe('not a value');
    expect(await refused(readWho(db, "'; reset role; --"))).toBe('A customer id must be a UUID.');
    expect(await readWho(db, OTHER)).toEqual(who(OTHER));
  },
);

test('nothing is read if the tenant cannot be entered', async () => {
  const db = await open(false);
  expect(await readWho(db, ONE)).toEqual(who(ONE));
  // Whatever the reason is: here a connection that has forgotten the statement which enters.
  await rowsOf(db.global, sql`deallocate "enter-tenant-keeping-plans"`);
  expect(await refused(readWho(db, ONE))).toMatch(/enter-tenant-keeping-plans/);
});

test('a read takes one packet, and its plan is kept', async () => {
  const db = await open(false);
  const page = () =>
    db.readAsTenant(ONE, 'page', sql`select address from mailbox where customer_id = ${ONE} limit ${10}`);
  for (let turn = 0; turn < 8; turn += 1) await page();
  const stream = vi.spyOn((await connectionOf(db)).stream, '_writev');
  await page();
  expect(stream).toHaveBeenCalledTimes(1);
  const plans = sql`select generic_plans::int as kept, custom_plans::int as made from pg_prepared_statements where name = 'page'`;
  expect(await rowsOf(db.global, plans)).toEqual([{ kept: 9, made: 0 }]);
});

/** pg's own connection of a query. */
async function connectionOf(db: Database) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await rowsOf(db.global, sql`select 1`);
  const [client] = query.mock.contexts as unknown as { connection: { stream: { _writev: () => void } } }[];
  query.mockRestore();
  if (client === undefined) throw new Error('Nothing was asked.');
  return client.connection;
}
