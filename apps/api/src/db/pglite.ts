import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/**
 * Opens the embedded database. The caller holds the folder's lock. It has only one connection: inside a transaction, a query on the outer
 * handle would wait for itself forever, so the handle sends each query to the transaction that is open in the same asynchronous context.
 */
export async function openPglite(dataDir: string): Promise<PGlite> {
  mkdirSync(dataDir, { recursive: true });
  const client = await PGlite.create({ dataDir: path.join(dataDir, 'database'), extensions: { pg_trgm, btree_gin } });
  await forgetArraysOfRows(client);
  return transactionAware(client);
}

/**
 * For each statement of Drizzle's, PGlite copies its list of parsers: 488 of them in our database, of which 383 read arrays of whole rows of
 * some table. Nothing selects such an array, and without them a short statement takes a third less.
 */
async function forgetArraysOfRows(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ oid: number }>(
    `select typarray as oid from pg_type where typtype = 'c' and typarray <> 0`,
  );
  const ofRows = new Set(rows.map(({ oid }) => String(oid)));
  client.parsers = Object.fromEntries(Object.entries(client.parsers).filter(([oid]) => !ofRows.has(oid)));
}

function transactionAware(client: PGlite): PGlite {
  const storage = new AsyncLocalStorage<Transaction>();
  const open = () => {
    const transaction = storage.getStore();
    return transaction && !transaction.closed ? transaction : undefined;
  };
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query' || key === 'exec' || key === 'sql') {
        return (...args: unknown[]) => {
          const handle = (open() ?? target) as unknown as Record<string, (...args: unknown[]) => unknown>;
          return handle[key]?.(...args);
        };
      }
      if (key === 'transaction') {
        return (work: (transaction: Transaction) => Promise<unknown>) =>
          open()
            ? Promise.reject(new Error('A transaction is already open in this context; pass its handle on.'))
            : target.transaction((transaction) => storage.run(transaction, () => work(transaction)));
      }
      const value = Reflect.get(target, key) as unknown;
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}
