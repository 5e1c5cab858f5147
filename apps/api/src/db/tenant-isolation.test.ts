import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { eq, gte, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { customer } from '../features/bundles/tables.ts';
import { newId } from '../runtime/ids.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { type Database, openDatabase, type Queryable, rowsOf } from './client.ts';
import { setting } from './tables.ts';

/** Tables with a tenant's key that no tenant's transaction may touch at all: they are read by token, by link, or for the ledger. */
const NOT_FOR_TENANTS = [
  'book_posting',
  'entry_token',
  'former_address',
  'invoice',
  'known_browser',
  'known_place',
  'ledger_entry',
  'login_token',
  'purchase',
  'session',
  'webhook_message',
];

/** Tables that the search of the mailbox list reads, for the tenant of its call. */
const SEARCHED = ['mailbox', 'mailbox_figures', 'order_add_on'];

/** Tables whose rows the mail servers' views show, for all tenants. */
const FOR_MAIL_SERVERS = [
  'bundle',
  'forwarder_recipient',
  'mail_alias',
  'mailbox',
  'mailbox_figures',
  'mailbox_place',
  'name_registry',
  'app_password',
  'second_factor',
  'plan_order',
  'domain_mail',
  'live_event',
];

const A = newId(new Date());
const B = newId(new Date());

let dir: string;
let url: string;
let db: Database;
let tables: string[];
/** The database's owner is a role as at a hosting company: it may log in and create roles, but is not a superuser. */
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'postern-rls-'));
  url = await createDatabase(inject('postgresUrl'));
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const name = new URL(url).pathname.slice(1);
  await admin.query(
    `CREATE ROLE "owner_${name}" LOGIN CREATEROLE; ALTER DATABASE "${name}" OWNER TO "owner_${name}"; ALTER SCHEMA public OWNER TO "owner_${name}"`,
  );
  await admin.end();
  const asOwner = new URL(url);
  asOwner.username = `owner_${name}`;
  db = await openDatabase({ dataDir: dir, url: asOwner.href, migrationsFolder: LOCATIONS.migrations, poolSize: 3 });
  tables = await tablesWithTenant();
  // A mailbox brings its figures along, and one posting alone doesn't balance.
  const written = tables.filter((table) => table !== 'mailbox_figures' && table !== 'book_posting');
  for (const tenant of [A, B]) for (const table of written) await db.asSystem((tx) => insertRow(tx, table, tenant));
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
  rmSync(dir, { recursive: true, force: true });
});

async function tablesWithTenant(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db.global,
    sql`select table_name as name from information_schema.columns where column_name = 'customer_id' and table_schema = 'public' order by 1`,
  );
  return rows.map((row) => row.name);
}

/** Inserts a row of the tenant, with a value of the right type in every required column. */
async function insertRow(tx: Queryable, table: string, tenant: string): Promise<void> {
  const columns = await rowsOf<{ name: string; type: string }>(
    tx,
    sql`select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and table_schema = 'public' and is_nullable = 'NO' and is_generated = 'NEVER'`,
  );
  const value = ({ name, type }: { name: string; type: string }) => {
    if (name === 'customer_id') return sql`${tenant}::uuid`;
    if (type === 'uuid') return sql`gen_random_uuid()`;
    if (type === 'jsonb') return sql`'[]'::jsonb`;
    if (type === 'boolean') return sql`false`;
    if (type === 'xid8') return sql`pg_current_xact_id()`;
    if (type.startsWith('timestamp') || type === 'date') return sql`now()`;
    if (['smallint', 'integer', 'bigint'].includes(type)) return sql`1`;
    return sql`gen_random_uuid()::text`;
  };
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(columns.map(value), sql`, `);
  await tx.execute(sql`insert into ${sql.identifier(table)} (${names}) values (${values})`);
}

const count = async (tx: Queryable, table: string, tenant: string) =>
  Number(
    (
      await rowsOf<{ n: string }>(
        tx,
        sql`select count(*) as n from ${sql.identifier(table)} where customer_id = ${tenant}`,
      )
    )[0]?.n,
  );

const forTenants = () => tables.filter((table) => !NOT_FOR_TENANTS.includes(table));

test("every table with a tenant's key forces row-level security with both policies, or is closed to tenants [API-02]", async () => {
  const rows = await rowsOf<{ name: string; enabled: boolean; forced: boolean; policies: string[]; granted: boolean }>(
    db.global,
    sql`select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      array(select p.polname::text || ' ' || (select string_agg(r.rolname, ',') from pg_roles r where r.oid = any (p.polroles)) from pg_policy p where p.polrelid = c.oid order by 1) as policies,
      has_table_privilege('postern_tenant', c.oid, 'select,insert,update,delete') as granted
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const table of tables) {
    const row = rows.find(({ name }) => name === table);
    const policies = [
      ...(table === 'audit' ? ['forget postern_system'] : []),
      ...(FOR_MAIL_SERVERS.includes(table) ? ['mail postern_mail'] : []),
      ...(SEARCHED.includes(table) ? ['search postern_search'] : []),
      'system postern_system',
      'tenant postern_tenant',
    ];
    const isClosed = NOT_FOR_TENANTS.includes(table);
    expect(row, table).toMatchObject(isClosed ? { granted: false } : { enabled: true, forced: true, policies });
  }
  expect(forTenants().length).toBeGreaterThanOrEqual(10);
});

test("a tenant's transaction reads its own rows and none of another's, in any table [API-02]", async () => {
  for (const table of forTenants()) {
    const [own, others] = await db.asTenant(A, async (tx) => [await count(tx, table, A), await count(tx, table, B)]);
    expect([own, others], table).toEqual([1, 0]);
  }
});

test("a tenant's transaction can't change, delete or insert a row of another, in any table [API-02]", async () => {
  for (const table of forTenants()) {
    const name = sql.identifier(table);
    const attempts = [
      sql`update ${name} set customer_id = ${A} where customer_id = ${B}`,
      sql`update ${name} set customer_id = ${B} where customer_id = ${A}`,
      sql`delete from ${name} where customer_id = ${B}`,
      sql`delete from ${name} where customer_id <> ${A}`,
    ];
    for (const attempt of attempts) await db.asTenant(A, (tx) => tx.execute(attempt)).catch(() => {});
    await expect(
      db.asTenant(A, (tx) => insertRow(tx, table, B)),
      table,
    ).rejects.toThrow('Failed query');
    const left = await db.asSystem(async (tx) => [await count(tx, table, A), await count(tx, table, B)]);
    expect(left, table).toEqual([1, 1]);
  }
});

test('tables that are closed to tenants are closed for reading and writing [API-02]', async () => {
  for (const table of NOT_FOR_TENANTS) {
    const refused = db.asTenant(A, (tx) => tx.execute(sql`select 1 from ${sql.identifier(table)} limit 1`));
    await expect(refused, table).rejects.toMatchObject({ cause: { code: '42501' } });
    await expect(
      db.asTenant(A, (tx) => insertRow(tx, table, A)),
      table,
    ).rejects.toThrow('Failed query');
  }
});

test("the role that owns the tables sees no tenant's row without taking a role [API-02]", async () => {
  for (const table of forTenants())
    expect([await count(db.global, table, A), await count(db.global, table, B)], table).toEqual([0, 0]);
});

test('a read for the system sees the rows of all tenants, in the role and in one message, and leaves nothing on the connection [API-02]', async () => {
  for (const table of forTenants())
    expect(await db.readAsSystem((tx) => count(tx, table, A)), table).toBe(
      await db.asSystem((tx) => count(tx, table, A)),
    );
  const who = sql`select current_role as role`;
  expect(await db.readAsSystem((tx) => rowsOf(tx, who))).toEqual([{ role: 'postern_system' }]);
  const late = async (tx: Queryable) => {
    await count(tx, 'bundle', A);
    await count(tx, 'bundle', B);
  };
  await expect(db.readAsSystem(late)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/too late/) },
  });
  expect(await count(db.global, 'bundle', A)).toBe(0);
});

test('the role and the tenant end with their transaction, also when it fails [API-02]', async () => {
  await db.asTenant(A, async () => Promise.reject(new Error('on purpose'))).catch(() => {});
  for (let connection = 0; connection < 6; connection += 1) {
    const [row] = await rowsOf<{ role: string; tenant: string | null }>(
      db.global,
      sql`select current_user as role, nullif(current_setting('app.customer_id', true), '') as tenant`,
    );
    expect(row).toMatchObject({ tenant: null, role: expect.stringMatching(/^owner_/) });
  }
});

test('nobody changes the audit, and only the system deletes from it: what is older than 30 days, or of a customer being erased', async () => {
  const change = sql`update audit set actor = 'x'`;
  await expect(db.asSystem((tx) => tx.execute(change))).rejects.toMatchObject({ cause: { code: '42501' } });
  for (const denied of [change, sql`delete from audit`])
    await expect(db.asTenant(A, (tx) => tx.execute(denied))).rejects.toMatchObject({ cause: { code: '42501' } });
  const left = (tx: Queryable) =>
    rowsOf<{ customer: string; age: number }>(
      tx,
      sql`select customer_id as customer, (current_date - at::date) as age from audit order by 1, 2`,
    );
  const isRolledBack = db.asSystem(async (tx) => {
    const aged = sql`insert into audit (customer_id, audit_id, actor, action, target, attrs, at)
      select ${A}::uuid, gen_random_uuid(), 'x', 'x', 'x', '{}', now() - make_interval(days => age) from (values (29), (31)) as old (age)`;
    await tx.execute(aged);
    await tx.execute(sql`update customer_erasure set state = 'running' where customer_id = ${B}`);
    await tx.execute(sql`delete from audit`);
    expect(await left(tx)).toEqual([
      { customer: A, age: 0 },
      { customer: A, age: 29 },
    ]);
    throw new Error('rolled back');
  });
  await expect(isRolledBack).rejects.toThrow('rolled back');
});

test('a customer id that is not a UUID never reaches the database [API-02]', () => {
  for (const id of ["'; reset role; --", '', A.toUpperCase(), `${A}'`]) {
    expect(() => db.asTenant(id, async () => 1), id).toThrow(/UUID/);
  }
});

test('a statement that was prepared for one role or tenant shows the next one its own rows only [API-02]', async () => {
  const ask = async (tx: Queryable) => {
    const rows = await tx.select({ customerId: customer.customerId }).from(customer).where(gte(customer.partnerId, -1));
    return rows.map((row) => row.customerId).sort();
  };
  // Often enough that it is prepared on every connection, for each role.
  for (let round = 0; round < 12; round += 1) {
    expect(await db.asTenant(A, ask)).toEqual([A]);
    expect(await db.atOnceAsTenant(B, ask)).toEqual([B]);
    expect(await db.asSystem(ask)).toEqual([A, B].sort());
    expect(await ask(db.global)).toEqual([]);
    expect(await db.atOnceAsTenant(A, ask)).toEqual([A]);
  }
  const kept = await rowsOf<{ name: string }>(db.global, sql`select name from pg_prepared_statements`);
  expect(kept.map((row) => row.name.split('-')[0])).toEqual(expect.arrayContaining(['postern_tenant', 'none']));
});

test('statements sent at once are one transaction: it commits or rolls back as a whole, and late statements are refused [API-02]', async () => {
  const write = (tx: Queryable, name: string) => tx.insert(setting).values({ name, value: 1 });
  const isKept = async (name: string) =>
    (await db.global.select().from(setting).where(eq(setting.name, name))).length === 1;
  await db.atOnceAsSystem((tx) => Promise.all([write(tx, 'whole-1'), write(tx, 'whole-2')]));
  expect([await isKept('whole-1'), await isKept('whole-2')]).toEqual([true, true]);
  const half = (tx: Queryable) => Promise.all([write(tx, 'half'), tx.execute(sql`select 1 / 0`)]);
  await expect(db.atOnceAsSystem(half)).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(await isKept('half')).toBe(false);
  const swallowed = (tx: Queryable) => half(tx).catch(() => 'done');
  await expect(db.atOnceAsSystem(swallowed)).rejects.toThrow(/rolled back/);
  const late = async (tx: Queryable) => {
    await write(tx, 'in-time');
    await write(tx, 'late');
  };
  await expect(db.atOnceAsSystem(late)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/too late/) },
  });
  expect(await isKept('late')).toBe(false);
  let kept: Queryable = db.global;
  const failing = async (tx: Queryable) => {
    kept = tx;
    throw new Error('given up');
  };
  await expect(db.asSystem(failing)).rejects.toThrow('given up');
  await expect(kept.execute(sql`select 1`)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/too late/) },
  });
  // More queries than connections: no connection was left in a transaction or in a role.
  const roles = Array.from({ length: 6 }, () => rowsOf<{ role: string }>(db.global, sql`select current_role as role`));
  for (const [row] of await Promise.all(roles)) expect(row?.role).toMatch(/^owner_/);
});
