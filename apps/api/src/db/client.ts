import type { PGlite } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { PgDialect, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { lockDataFolder } from './data-folder-lock.ts';
import { migrate } from './migrate.ts';
import { sendTogether } from './send-together.ts';

/** A handle that runs queries: an open transaction in one of the two roles, or (`global`) none. */
export type Queryable = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The database behind one interface, embedded or PostgreSQL. */
export type Database = {
  kind: 'pglite' | 'postgres';
  /** Without a role: for the tables that hold no tenant's rows (sessions, partners, plans). Tenant tables look empty. */
  global: Queryable;
  /** One transaction that sees one customer's rows only. */
  asTenant<T>(customerId: string, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * The rows of one statement that only reads, and sees one customer's rows only: a transaction as above in one round trip.
   * PostgreSQL keeps the statement under its name, so a name belongs to one text.
   */
  readAsTenant<Row>(customerId: string, name: string, query: SQL): Promise<Row[]>;
  /** One transaction that sees every row: sign-in, sweeps, the command line. */
  asSystem<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** For the job queue, which brings its own SQL. */
  raw: { kind: 'pglite'; client: PGlite } | { kind: 'postgres'; connectionString: string };
  check(): Promise<void>;
  close(): Promise<void>;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Role and tenant in one message, so that isolation costs one round trip a transaction. */
function enter(role: 'postern_tenant' | 'postern_system', customerId: string | null): string {
  if (customerId !== null && !UUID.test(customerId)) throw new Error('A customer id must be a UUID.');
  return `SET LOCAL ROLE ${role}; SET LOCAL app.customer_id = '${customerId ?? ''}'`;
}

export type DatabaseOptions = { dataDir: string; url: string | null; migrationsFolder: string; poolSize: number };

/** Opens the database and brings its schema up to date. Throws DataFolderInUse for an embedded folder in use. */
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
    await migrate({ kind: 'pglite', db }, options.migrationsFolder);
    const run = <T>(entry: string, work: (tx: Queryable) => Promise<T>) =>
      client.transaction(async (transaction) => {
        await transaction.exec(entry);
        return work(drizzle(transaction as unknown as PGlite) as unknown as Queryable);
      }) as Promise<T>;
    return {
      kind: 'pglite',
      global: db as unknown as Queryable,
      asTenant: (customerId, work) => run(enter('postern_tenant', customerId), work),
      readAsTenant: (customerId, _name, query) => run(enter('postern_tenant', customerId), (tx) => rowsOf(tx, query)),
      asSystem: (work) => run(enter('postern_system', null), work),
      raw: { kind: 'pglite', client },
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
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'postern',
    // A query is sent before the one ahead of it is answered; without it every query costs a round trip.
    pipeline: true,
  });
  pool.on('error', () => {
    // A connection that breaks while idle is replaced by the pool; the next query tells what is wrong.
  });
  await migrate({ kind: 'postgres', url: options.url }, options.migrationsFolder);
  const run = async <T>(entry: string, work: (tx: Queryable) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      // Travels with the first query of the work. If the role can't be taken the transaction is aborted and refuses all that follows.
      const entered = client.query(`BEGIN; ${entry}`);
      entered.catch(() => {});
      const result = await work(drizzle(client) as unknown as Queryable);
      await entered;
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((cause: Error) => {
        broken = cause;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const dialect = new PgDialect();
  const read = async <Row>(entry: string, name: string, query: SQL): Promise<Row[]> => {
    const { sql: text, params } = dialect.sqlToQuery(query);
    const client = await pool.connect();
    try {
      const [, answer] = await Promise.all(
        sendTogether(
          client,
          () =>
            [
              client.query(`BEGIN; ${entry}`),
              client.query({ name, text, values: params }),
              client.query('COMMIT'),
            ] as const,
        ),
      );
      return answer.rows as Row[];
    } finally {
      client.release();
    }
  };
  return {
    kind: 'postgres',
    global: drizzle(pool) as unknown as Queryable,
    asTenant: (customerId, work) => run(enter('postern_tenant', customerId), work),
    readAsTenant: (customerId, name, query) => read(enter('postern_tenant', customerId), name, query),
    asSystem: (work) => run(enter('postern_system', null), work),
    raw: { kind: 'postgres', connectionString: options.url },
    check: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}

/** Rows of a raw query, the same on both drivers. */
export async function rowsOf<T>(tx: Queryable, query: SQL): Promise<T[]> {
  const result = (await tx.execute(query)) as unknown as { rows: T[] };
  return result.rows;
}
