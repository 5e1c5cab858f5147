import type { PGlite } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { PgDialect, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { toDatabaseError } from './connection-problem.ts';
import { followDatabaseClock } from './database-clock.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { migrate } from './schema/migrate.ts';
import { MOST_NAMES, NamingClient, type OnStatement, StatementNames } from './named-statements.ts';
import { handleLike } from './handle-like.ts';
import { enter, entriesOf, SYSTEM, TENANT, transactionsOn } from './postgres-transactions.ts';
import { embeddedProcessNumber, postgresProcessNumber } from './process-number.ts';
import { type DatabaseServers, databaseServers } from './servers/database-servers.ts';
import { WAKE_CHANNEL, type WakeUps, wakeUps } from './wake-ups.ts';
import { type PoolState, stateOf, watchPool } from './watch-pool.ts';

/** A handle that runs queries: an open transaction in one of the two roles, or (`global`) none. */
export type Queryable = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The database behind one interface, embedded or PostgreSQL. */
export type Database = WakeUps & {
  kind: 'pglite' | 'postgres';
  /** Without a role: for tables without tenants' rows (sessions, partners, plans). Tenant tables look empty. */
  global: Queryable;
  /** One transaction that sees one customer's rows only. */
  asTenant<T>(customerId: string, work: Work<T>, options?: TransactionOptions): Promise<T>;
  /**
   * The rows of one read-only statement that sees one customer's rows only: a transaction as above in one round trip. PostgreSQL prepares
   * the statement under its name, so each name must belong to one text.
   */
  readAsTenant<Row>(customerId: string, name: string, query: SQL): Promise<Row[]>;
  /** One transaction that sees every row: sign-in, sweeps, the command line. */
  asSystem<T>(work: Work<T>, options?: TransactionOptions): Promise<T>;
  /**
   * One read-only statement that sees every row, in one round trip: for sweeps, which mostly find nothing due. The embedded database would
   * take four for a transaction; without one it reads as its owner, who sees what the role sees.
   */
  readAsSystem<T>(read: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * The same in one round trip, for work that sends all its statements at once without waiting for a result in between. It commits whatever
   * the results are; a later statement is refused.
   */
  atOnceAsTenant<T>(customerId: string, work: (tx: Queryable) => Promise<T>): Promise<T>;
  atOnceAsSystem<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** This process's number: its leases are free as soon as it has ended, however it ended (`isProcessGone`). */
  processNumber(): Promise<number>;
  /** The database's clock in milliseconds since 1970, read without asking it. */
  nowMillis(): number;
  /** For the job queue, which brings its own SQL. */
  raw: { kind: 'pglite'; client: PGlite } | ({ kind: 'postgres'; url: string } & Omit<DatabaseServers, 'close'>);
  /** The state of the connection pool; null for the embedded database, which has none. */
  readPool: (() => PoolState) | null;
  check(): Promise<void>;
  close(): Promise<void>;
};

/** What a transaction does. */
type Work<T> = (tx: Queryable, commitWith: CommitWith) => Promise<T>;

/**
 * Sends the last statements of a transaction together with its COMMIT, which saves a round trip, in which locks would be held. The
 * transaction is undone if one of them fails, and by nothing else: `send` must send all of them at once, and nothing that it learns from
 * their answers can take them back.
 */
export type CommitWith = <T>(send: () => Promise<T>) => Promise<T>;

/** For a database that has no packets. */
const commitAfter: CommitWith = (send) => send();

/**
 * @property keepsPlans for work whose statements all find their rows by an index whatever their values are: PostgreSQL keeps their plans,
 *   instead of planning some of them at each call, which takes several times as long as running them
 */
type TransactionOptions = { keepsPlans?: boolean };

export type DatabaseOptions = {
  dataDir: string;
  url: string | null;
  migrationsFolder: string;
  poolSize: number;
  /** Whether a pooler in transaction mode is in between. */
  isPooled?: boolean;
  /** Hears how long each transaction waited for a connection. */
  onConnectionWait?: (seconds: number) => void;
  /** Called for each statement to PostgreSQL. */
  onStatement?: OnStatement | undefined;
};

const STATEMENT_MILLIS = 30_000;
/** The server's own limits, in milliseconds. */
const LIMITS = { statement_timeout: STATEMENT_MILLIS, idle_in_transaction_session_timeout: 60_000 };

/** Opens the database and brings its schema up to date. Throws DataFolderInUse for an embedded folder in use, DatabaseUnusable. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url === null ? openEmbedded(options) : openPostgres({ ...options, url: options.url });
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const lock = lockDataFolder(options.dataDir);
  try {
    const { drizzle } = await import('drizzle-orm/pglite');
    const { openPglite } = await import('./pglite.ts');
    const client = await openPglite(options.dataDir);
    const db = drizzle(client);
    await migrate({ kind: 'pglite', client }, options.migrationsFolder);
    const run = <T>(entry: string, work: Work<T>) =>
      client.transaction(async (transaction) => {
        await transaction.exec(entry);
        return work(drizzle(transaction as unknown as PGlite) as unknown as Queryable, commitAfter);
      }) as Promise<T>;
    const numbers = embeddedProcessNumber(client);
    return {
      kind: 'pglite',
      global: db as unknown as Queryable,
      asTenant: (customerId, work) => run(enter(TENANT, customerId), work),
      readAsTenant: (customerId, _name, query) => run(enter(TENANT, customerId), (tx) => rowsOf(tx, query)),
      asSystem: (work) => run(enter(SYSTEM, null), work),
      readAsSystem: (read) => read(db as unknown as Queryable),
      atOnceAsTenant: (customerId, work) => run(enter(TENANT, customerId), work),
      atOnceAsSystem: (work) => run(enter(SYSTEM, null), work),
      processNumber: numbers.read,
      ...wakeUps(),
      // It runs in this process and has no other clock.
      nowMillis: Date.now,
      raw: { kind: 'pglite', client },
      readPool: null,
      check: async () => void (await client.query('select 1')),
      close: async () => {
        await client.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openPostgres(options: DatabaseOptions & { url: string }): Promise<Database> {
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const servers = databaseServers(options.url, options.isPooled);
  const { connectionString, Client, isPooled } = servers;
  const pool = new pg.Pool({
    connectionString,
    Client,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    ...(isPooled ? {} : LIMITS),
    // For a server that hangs or vanished, which doesn't stop a statement either. ADR 76.
    query_timeout: STATEMENT_MILLIS + 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'postern',
    // Queries are sent without waiting for the previous answer, which would cost a round trip each.
    pipeline: true,
  });
  // A lost connection is an event of the pool while it is idle, and of the client while it is in use. Without a listener, either would
  // end the process. The pool replaces the connection, and the running query fails on its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  // The pool's first connection is made meanwhile. Where that fails, what follows says why.
  const connected = pool.connect().then(
    (client) => client.release(),
    () => {},
  );
  await migrate({ kind: 'postgres', servers }, options.migrationsFolder).catch((error: unknown) => {
    void connected.then(() => pool.end());
    throw toDatabaseError(error, options.url);
  });
  await connected;
  if (options.onConnectionWait !== undefined) watchPool(pool, options.onConnectionWait);
  const names = new StatementNames(isPooled ? 0 : MOST_NAMES, options.onStatement);
  // Behind a pooler a name means nothing to the next connection, and a connection has no limits of its own.
  const entries = entriesOf(isPooled ? LIMITS : null);
  const global = drizzle(
    new NamingClient((statement) => pool.query(statement as pg.QueryConfig), names, 'none') as never,
  ) as unknown as Queryable;
  const handleOn = (client: NamingClient) => handleLike(global, client);
  const dialect = new PgDialect();
  const { run, runAtOnce, read } = transactionsOn(pool, { names, isPooled }, handleOn);
  const numbers = postgresProcessNumber(servers);
  const clock = await followDatabaseClock(pool);
  return {
    kind: 'postgres',
    global,
    asTenant: (customerId, work, { keepsPlans } = {}) =>
      run(TENANT, keepsPlans === true ? entries.tenantKeepingPlans(customerId) : entries.tenant(customerId), work),
    readAsTenant: async (customerId, name, query) => {
      const { sql: text, params: values } = dialect.sqlToQuery(query);
      return read(entries.tenantKeepingPlans(customerId), { ...(isPooled ? {} : { name }), text, values });
    },
    asSystem: (work, { keepsPlans } = {}) =>
      run(SYSTEM, keepsPlans === true ? entries.systemKeepingPlans(null) : entries.system(null), work),
    readAsSystem: (read) => runAtOnce(SYSTEM, entries.system(null), read),
    atOnceAsTenant: (customerId, work) => runAtOnce(TENANT, entries.tenantKeepingPlans(customerId), work),
    atOnceAsSystem: (work) => runAtOnce(SYSTEM, entries.systemKeepingPlans(null), work),
    processNumber: numbers.read,
    ...wakeUps(
      (sweep) => void pool.query('select pg_notify($1, $2)', [WAKE_CHANNEL, sweep]).catch(() => {}),
      numbers.listen,
    ),
    nowMillis: clock.nowMillis,
    raw: { kind: 'postgres', url: options.url, connectionString, Client, isPooled },
    readPool: () => stateOf(pool, options.poolSize),
    check: async () => void (await pool.query('select 1')),
    close: async () => {
      clock.close();
      await numbers.close();
      await pool.end();
      servers.close();
    },
  };
}

/** The rows of a raw query, in the same shape on both drivers. */
export async function rowsOf<T>(tx: Queryable, query: SQL): Promise<T[]> {
  const result = (await tx.execute(query)) as unknown as { rows: T[] };
  return result.rows;
}
