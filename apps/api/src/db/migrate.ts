import type { PgliteDatabase } from 'drizzle-orm/pglite';
import type { DatabaseServers } from './servers/database-servers.ts';

/** Any number, the same in every version. The process that has this lock migrates. */
const ADVISORY_LOCK = 72_657_305;

type Target = { kind: 'pglite'; db: PgliteDatabase } | { kind: 'postgres'; servers: DatabaseServers };

/** Applies the missing migrations. Of several processes that start at once, one does it while the others wait. */
export async function migrate(target: Target, migrationsFolder: string): Promise<void> {
  if (target.kind === 'pglite') {
    const { migrate: apply } = await import('drizzle-orm/pglite/migrator');
    await apply(target.db, { migrationsFolder });
    return;
  }
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const { migrate: apply } = await import('drizzle-orm/node-postgres/migrator');
  const { Client, connectionString } = target.servers;
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A lost connection fails the running query. Without this listener, its event would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await apply(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
