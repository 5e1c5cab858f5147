import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/client.ts';
import { movableClock } from '../runtime/clock.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { createSealer } from '../secrets/seal.ts';
import type { Panel } from './builders.ts';
import { SECRET_KEY, type Server, startServer } from './start-server.ts';
import { aPartner, type TestPartner } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';

const clock = movableClock(Date.now);

export type TwoServers = {
  servers: [Server, Server];
  /** Sends calls to the servers in turn, and skips one that is down, as a load balancer does. */
  panel: Panel;
  dataDir: string;
  databaseUrl: string;
  db: Database;
  partner: TestPartner;
  /** Kills one server and starts it again, while the other keeps working. */
  replace: (which: 0 | 1) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Two operating-system processes of the server on one PostgreSQL and one data folder, started at the same time. `through` gives the address
 * of a pooler in transaction mode for the database's. `env` is added to the settings of both.
 */
export async function startTwoServers(
  through: (url: string) => string = (url) => url,
  env: Record<string, string> = {},
): Promise<TwoServers> {
  const directUrl = await createDatabase(inject('postgresUrl'));
  const databaseUrl = through(directUrl);
  const isPooled = databaseUrl !== directUrl;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-two-'));
  // Behind one load balancer they have the same address.
  const wish = {
    dataDir,
    databaseUrl,
    env: {
      POSTERN_PUBLIC_URL: 'http://panel.test',
      POSTERN_TRUST_PROXY: 'true',
      ...(isPooled ? { POSTERN_DATABASE_POOLER: 'transaction' } : {}),
      ...env,
    },
  };
  const servers = (await Promise.all([startServer(wish), startServer(wish)])) as [Server, Server];
  const db = await openDatabase({
    dataDir,
    url: databaseUrl,
    migrationsFolder: LOCATIONS.migrations,
    poolSize: 2,
    isPooled,
  });
  const partner = await aPartner({ db, clock, sealer: createSealer(SECRET_KEY) }, 901);
  return {
    servers,
    panel: { ...balanced(servers), clock, partner },
    dataDir,
    databaseUrl,
    db,
    partner,
    replace: async (which) => {
      await servers[which].end('SIGKILL');
      servers[which] = await startServer({ ...wish, port: servers[which].port });
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await db.close();
      await dropDatabase(directUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Repeats a call on the other server if the connection broke: the caller doesn't know whether the first one took effect. */
export function balanced(servers: [Server, Server]): Pick<TestClient, 'call' | 'must'> {
  let turn = 0;
  const call: TestClient['call'] = async (...args) => {
    turn += 1;
    const first = servers[turn % 2 === 0 ? 0 : 1];
    const other = servers[turn % 2 === 0 ? 1 : 0];
    try {
      return await first.call(...args);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return other.call(...args);
    }
  };
  const must: TestClient['must'] = async (operation, ...rest) => {
    const answer = await call(operation, ...rest);
    if (!answer.ok) throw new Error(`${operation.id} was refused: ${answer.text}`);
    return answer.body;
  };
  return { call, must };
}
