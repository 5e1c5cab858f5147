import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Client } from 'pg';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { CONCURRENT_INDEX, type Migration, readMigrations, readNewest, withoutComments } from './read-migrations.ts';

type Target = { kind: 'pglite'; client: PGlite } | { kind: 'postgres'; servers: DatabaseServers };
type Session = { query(text: string): Promise<{ rows: Record<string, unknown>[] }> };

/** Opens another connection, for a lock. */
type Connect = () => Promise<Session & { end(): Promise<void> }>;

/** Any number, the same in every version. The process that has this lock migrates. */
const ADVISORY_LOCK = 72_657_305;
const ASK_AGAIN_MILLIS = 200;

/**
 * How long a step waits for a table. All work on the table waits behind it meanwhile, and it must give up before PostgreSQL looks for
 * deadlocks (after a second), because that could end a customer's call instead.
 */
const LOCK_MILLIS = 500;
const GIVE_UP_MILLIS = 120_000;

/** A process that didn't say for this long that it runs (`running_process`) has ended. */
export const SILENT_SECONDS = 10;

/** Lock not available, deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

const HISTORY = 'drizzle.__drizzle_migrations';
const CREATE_HISTORY = `CREATE SCHEMA IF NOT EXISTS drizzle;
  CREATE TABLE IF NOT EXISTS ${HISTORY} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`;

const OLDEST_SCHEMA = `SELECT value FROM public.setting WHERE name = 'oldest-schema'`;

/** The schema can't be used by this release, or not be brought up to date. The message says what to do. */
export class SchemaProblem extends Error {
  override name = 'SchemaProblem';
}

/**
 * Applies the missing steps, while processes of the former release serve. Each step is a transaction of its own, so that no table is locked
 * for longer than its step. Of several processes that start at once, one does it while the others wait. A newer schema is left alone.
 * Throws SchemaProblem.
 */
export async function migrate(target: Target, migrationsFolder: string): Promise<void> {
  if (target.kind === 'pglite') {
    const session = embeddedSession(target.client);
    await applyAll(session, readMigrations(migrationsFolder), async () => ALONE);
    return;
  }
  const client = await connectTo(target.servers);
  try {
    if (await isUpToDate(client, migrationsFolder)) return;
    await applyAll(client, readMigrations(migrationsFolder), () => connectTo(target.servers));
  } finally {
    await client.end();
  }
}

/**
 * Whether this release can use the schema as it is, in one round trip: at most starts it can. It takes the same lock and looks at the same rows as
 * the steps below do. In every other case, such as a lock or a table that isn't there, they find out what to do.
 */
async function isUpToDate(client: Client, migrationsFolder: string): Promise<boolean> {
  const newest = readNewest(migrationsFolder);
  if (newest === null) return false;
  try {
    const results = (await client.query(`BEGIN;
      SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCK}) AS it;
      SELECT max(created_at) AS last FROM ${HISTORY};
      ${OLDEST_SCHEMA};
      COMMIT`)) as unknown as Awaited<ReturnType<Session['query']>>[];
    const [, lock, history, oldest] = results.map(({ rows }) => rows[0]);
    const isUsable = Number(oldest?.['value'] ?? 0) <= newest.schema;
    return lock?.['it'] === true && Number(history?.['last'] ?? 0) >= newest.when && isUsable;
  } catch {
    await client.query('ROLLBACK').catch(() => {});
    return false;
  }
}

async function connectTo({ Client, connectionString }: DatabaseServers): Promise<Client> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A lost connection fails the running query. Without this listener, its event would also end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Its one process needs no guard. */
const ALONE = { query: async () => ({ rows: [{ it: true }] }), end: async () => {} };

/** It has one connection and one process: an index is built in a moment, in the transaction. */
const embeddedSession = (client: PGlite): Session => ({
  query: async (text) => {
    const results = await client.exec(text.replace(/\bCONCURRENTLY\b/i, ''));
    return { rows: (results.at(-1)?.rows ?? []) as Record<string, unknown>[] };
  },
});

async function applyAll(session: Session, migrations: readonly Migration[], connect: Connect): Promise<void> {
  const until = performance.now() + GIVE_UP_MILLIS;
  for (;;) {
    const outcome = await applyNext(session, migrations, connect).catch((error: unknown) => {
      if (!(error instanceof Error) || !('code' in error) || !IN_THE_WAY.has(String(error.code))) throw error;
      if (performance.now() < until) return 'again' as const;
      throw new SchemaProblem(
        'The schema can’t be brought up to date: other work keeps its tables locked. End the long transaction that pg_stat_activity shows, and start again.',
        { cause: error },
      );
    });
    if (outcome === 'done') break;
    if (outcome === 'again') await sleep(ASK_AGAIN_MILLIS);
  }
  await refuseIfTooOld(session, migrations.at(-1)?.schema ?? 0);
}

/** Applies one step. `again`: another process applies one now, so ask later. */
async function applyNext(
  session: Session,
  migrations: readonly Migration[],
  connect: Connect,
): Promise<'applied' | 'done' | 'again'> {
  const concurrent = await inTransaction(session, async () => {
    if (!(await isTrue(session, `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCK}) AS it`))) return 'again';
    if (!(await isTrue(session, `SELECT to_regclass('${HISTORY}') IS NOT NULL AS it`)))
      await session.query(CREATE_HISTORY);
    const { rows } = await session.query(`SELECT max(created_at) AS last FROM ${HISTORY}`);
    const next = migrations.find(({ when }) => when > Number(rows[0]?.['last'] ?? 0));
    if (next === undefined) return 'done';
    if (next.oldestSchema !== null) await refuseIfOthersAreTooOld(session, next.oldestSchema);
    if (next.isConcurrent) return next;
    await session.query(`SET LOCAL lock_timeout = ${LOCK_MILLIS}`);
    for (const statement of next.statements) await session.query(statement);
    await note(session, next);
    return 'applied';
  });
  return typeof concurrent === 'string' ? concurrent : applyConcurrently(session, concurrent, connect);
}

async function note(session: Session, { hash, when, oldestSchema }: Migration): Promise<void> {
  await session.query(`INSERT INTO ${HISTORY} (hash, created_at) VALUES ('${hash}', ${when})`);
  if (oldestSchema !== null)
    await session.query(`INSERT INTO public.setting (name, value) VALUES ('oldest-schema', '${oldestSchema}')
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/**
 * Outside a transaction, so the lock is that of a transaction on a connection of its own, which reads nothing that an index waits for (the
 * lock of a session would be lost behind a pooler, ADR 89). It is asked for again and again and not waited for: an index that is being built
 * waits for every running statement, also for one that waits for a lock.
 */
async function applyConcurrently(
  session: Session,
  migration: Migration,
  connect: Connect,
): Promise<'applied' | 'again'> {
  const guard = await connect();
  try {
    await guard.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
    if (!(await isTrue(guard, `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCK}) AS it`))) return 'again';
    // Another process may have done it between the look at what is next and this lock.
    if (await isTrue(session, `SELECT max(created_at) >= ${migration.when} AS it FROM ${HISTORY}`)) return 'applied';
    for (const statement of migration.statements) {
      const [, name = ''] = CONCURRENT_INDEX.exec(withoutComments(statement)) ?? [];
      // Left behind by an interrupted try.
      const broken = `SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('"${name}"') AND NOT indisvalid) AS it`;
      if (await isTrue(session, broken)) await session.query(`DROP INDEX "${name}"`);
      await session.query(withoutComments(statement));
    }
    await note(session, migration);
    return 'applied';
  } finally {
    await guard.end();
  }
}

/** A release that uses what a newer one has taken away must not start: its calls would fail one by one. */
async function refuseIfTooOld(session: Session, schema: number): Promise<void> {
  const { rows } = await session.query(OLDEST_SCHEMA);
  const oldest = Number(rows[0]?.['value'] ?? 0);
  if (oldest > schema)
    throw new SchemaProblem(
      `This release is too old for the database, which a newer one has changed: it knows schema ${schema}, and needs to know ${oldest}. Start a newer release; its /version says which schema it knows.`,
    );
}

/** A step that takes something away waits until the operator has upgraded every process that still uses it. */
async function refuseIfOthersAreTooOld(session: Session, needed: number): Promise<void> {
  if (!(await isTrue(session, `SELECT to_regclass('public.running_process') IS NOT NULL AS it`))) return;
  const { rows } = await session.query(`SELECT version, schema FROM public.running_process
    WHERE schema < ${needed} AND seen_at > now() - interval '${SILENT_SECONDS} seconds' ORDER BY schema LIMIT 1`);
  const [oldest] = rows;
  if (oldest !== undefined)
    throw new SchemaProblem(
      `A process of release ${String(oldest['version'])} still serves, which knows schema ${String(oldest['schema'])}. This release takes away what it uses. Upgrade that process first to a release that knows schema ${needed}.`,
    );
}

async function isTrue(session: Session, question: string): Promise<boolean> {
  return (await session.query(question)).rows[0]?.['it'] === true;
}

async function inTransaction<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.query('BEGIN');
  try {
    const result = await work();
    await session.query('COMMIT');
    return result;
  } catch (error) {
    await session.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
