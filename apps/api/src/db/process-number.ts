import { randomInt } from 'node:crypto';
import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { DatabaseServers } from './servers/database-servers.ts';
import { type OnWake, WAKE_CHANNEL } from './wake-ups.ts';

/** The class of the advisory locks that show which processes are running. The other half of the key is the process's number. */
const LOCK_CLASS = 1_886_352_244;
const HIGHEST_NUMBER = 2 ** 31;
const ANSWER_WITHIN_MS = 10_000;

/** This process's number, which is locked as long as the process has its connection to the database. */
export type ProcessNumber = { read(): Promise<number>; close(): Promise<void> };

type Asked = { query(text: string): Promise<{ rows: unknown[] }> };

/** Locks a random number that no other process has, until the connection ends, or the transaction for `_xact`. */
async function lockSome(client: Asked, until: '' | '_xact' = ''): Promise<number> {
  for (;;) {
    const number = randomInt(1, HIGHEST_NUMBER);
    // Without parameters: these would leave the statement's snapshot open for as long as the transaction lasts.
    const text = `select 1 where pg_try_advisory${until}_lock(${LOCK_CLASS}, ${number})`;
    if ((await client.query(text)).rows.length === 1) return number;
  }
}

/** On the one connection of the embedded database: the next process finds no lock of this one. */
export function embeddedProcessNumber(client: Asked): ProcessNumber {
  let number: Promise<number> | undefined;
  const take = () =>
    lockSome(client).catch((error: unknown) => {
      // The next call tries again.
      number = undefined;
      throw error;
    });
  return { read: () => (number ??= take()), close: async () => {} };
}

/**
 * On its own connection, which ends with the process. It is opened on first use; after a loss, again with another number. What other processes
 * say (`WakeUps`) is heard on it as well, unless a pooler is in between. Behind a pooler
 * in transaction mode it has a transaction that never ends: the pooler keeps a server's connection for it, and ends that one when the
 * process has gone. Such a transaction reads no table and has no number, so it doesn't hold up the cleaning of tables. ADR 89.
 */
export function postgresProcessNumber(servers: DatabaseServers): ProcessNumber & { listen: (hear: OnWake) => void } {
  let hear: OnWake | undefined;
  let held: { client: Client; number: Promise<number> } | undefined;
  const lock = async (client: Client) => {
    if (!servers.isPooled) return lockSome(client);
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    return lockSome(client, '_xact');
  };
  const take = () => {
    const client = new servers.Client({
      connectionString: servers.connectionString,
      application_name: 'postern-process',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    const taken = {
      client,
      number: client.connect().then(async () => {
        const number = await lock(client);
        // A hint that is lost costs a second.
        if (hear !== undefined && !servers.isPooled) client.query(`listen ${WAKE_CHANNEL}`).catch(() => {});
        return number;
      }),
    };
    client.on('notification', ({ payload = '' }) => hear?.(payload));
    const forget = () => {
      if (held === taken) held = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    taken.number.catch(() => {
      forget();
      client.end().catch(() => {});
    });
    return taken;
  };
  return {
    read: () => (held ??= take()).number,
    /** Hears what other processes say, from the next connection on: call it before the number is read. */
    listen: (listener) => {
      hear = listener;
      (held ??= take()).number.catch(() => {});
    },
    close: async () => {
      await held?.client.end();
    },
  };
}

/** Whether the process with this number has ended, and its leases with it. */
export const isProcessGone = (number: Column | SQL): SQL => sql`(${number} is not null and not exists (
  select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${LOCK_CLASS}::int::oid and objid = ${number}::oid))`;
