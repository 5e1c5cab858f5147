import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { forgotPassword } from '@postern/contract/passwords';
import { type FaultyPostgres, startFaultyPostgres } from '@postern/testkit/faulty-postgres';
import { pollUntil } from '@postern/testkit/poll-until';
import { type SmallDisk, startSmallDisk } from '@postern/testkit/small-disk';
import { createDatabase } from '@postern/testkit/test-database';
import { Client } from 'pg';
import { expect } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { movableClock } from '../../runtime/clock.ts';
import { LOCATIONS } from '../../runtime/locations.ts';
import { createSealer } from '../../secrets/seal.ts';
import { aCustomerWithDomain, aMailbox } from '../builders.ts';
import { SECRET_KEY, type Server, startServer } from '../start-server.ts';
import { aPartner } from '../start-test-app.ts';
import { keepWriting, type Person, type Writer } from './keep-writing.ts';

const DISK_MEGABYTES = 200;
const SLOW_TO_SHOW_MILLIS = 30_000;

export type OutageGround = {
  disk: SmallDisk;
  postgres: FaultyPostgres;
  servers: [Server, Server];
  databaseUrl: string;
  /** A customer to write for. */
  aPerson: () => Promise<Person>;
  stop: () => Promise<void>;
};

/** Two processes of the server on a PostgreSQL of their own on a small disk, which the test may break. */
export async function startOutageGround(): Promise<OutageGround> {
  const disk = await startSmallDisk(DISK_MEGABYTES);
  const postgres = await startFaultyPostgres({ disk });
  const databaseUrl = await createDatabase(postgres.url);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-outage-'));
  const wish = { dataDir, databaseUrl, env: { POSTERN_PUBLIC_URL: 'http://panel.test', POSTERN_TRUST_PROXY: 'true' } };
  const servers = (await Promise.all([startServer(wish), startServer(wish)])) as [Server, Server];
  const db = await openDatabase({ dataDir, url: databaseUrl, migrationsFolder: LOCATIONS.migrations, poolSize: 1 });
  const clock = movableClock(Date.now);
  const partner = await aPartner({ db, clock, sealer: createSealer(SECRET_KEY) }, 904);
  await db.close();
  const panel = { ...servers[0], clock, partner };
  return {
    disk,
    postgres,
    servers,
    databaseUrl,
    aPerson: async () => {
      const customer = await aCustomerWithDomain(panel);
      const { email } = await aMailbox(panel, customer, 'anna', {
        alternateEmail: `anna@${customer.domain}.private.test`,
      });
      return { token: customer.token, domain: customer.domain, email };
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await postgres.stop();
      await disk.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Outage = {
  name: string;
  begin: (ground: OutageGround) => Promise<void> | void;
  /** Ends it. Resolves with the moment from which the database takes writes (`performance.now()`). */
  end: (ground: OutageGround) => Promise<number> | number;
  /** The outage lasts until a call is refused, as the database may keep working for a while: its log has preallocated room. */
  isSlowToShow?: boolean;
};

export const CRASH: Outage = {
  name: 'crashes',
  begin: ({ postgres }) => postgres.halt('crash'),
  end: ({ postgres }) => postgres.start(),
};

export const RESTART: Outage = { ...CRASH, name: 'is restarted', begin: ({ postgres }) => postgres.halt('restart') };

export const STANDBY: Outage = {
  name: 'is a standby until it is promoted',
  begin: async ({ postgres }) => {
    await postgres.halt('restart');
    await postgres.startAsStandby();
  },
  end: ({ postgres }) => postgres.promote(),
};

/** As before a planned failover: the connections stay, and nothing can be written. */
export const READ_ONLY: Outage = {
  name: 'is set read-only while connections are open',
  begin: ({ postgres }) => setReadOnly(postgres.url, true),
  end: async ({ postgres }) => {
    await setReadOnly(postgres.url, false);
    return performance.now();
  },
};

export const HANG: Outage = {
  name: 'hangs without closing a connection',
  begin: ({ postgres }) => postgres.freeze(),
  end: ({ postgres }) => {
    postgres.thaw();
    return performance.now();
  },
};

const free = ({ disk, postgres }: OutageGround): Promise<number> => {
  disk.free();
  return postgres.revive();
};

export const FULL_DISK: Outage = {
  name: 'has a full disk',
  begin: ({ disk }) => disk.fill(),
  end: free,
  isSlowToShow: true,
};

/** When the log of changes can't grow, PostgreSQL ends. Its service manager starts it again, in vain as long as there is no room. */
export const FULL_LOG: Outage = {
  name: "can't extend its log of changes",
  begin: async ({ disk, postgres }) => {
    disk.fill();
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => {});
    await client.connect();
    const write = () => client.query("select pg_logical_emit_message(false, 'fill', repeat('x', 500000))");
    for (let part = 0; part < 200; part += 1) if (!(await write().then(Boolean, () => false))) return;
    throw new Error('The log did not fill the disk.');
  },
  end: free,
};

async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

export type Endured = {
  /** The calls that were refused, by status. */
  refused: Map<number, number>;
  /** From the moment when the database took writes again until both processes had, less what a write took before, on this machine. */
  servedAfterMillis: number;
  /** Until every writer had made one, also the one whose call was interrupted. */
  wentOnAfterMillis: number;
  slowestMillis: number;
};

/**
 * Lets both processes write while the database is away for so long. Each call succeeds or is answered 503 or 507 with Retry-After, no
 * process ends, nothing acknowledged is lost, both serve again, and the jobs continue. The caller judges the times.
 */
export async function endure(ground: OutageGround, outage: Outage, millis: number): Promise<Endured> {
  const person = await ground.aPerson();
  const writer = keepWriting(ground.servers, person);
  await writer.goesOnAfter(performance.now());
  const usualMillis = writer.takeSlowestMillis();
  await outage.begin(ground);
  await Promise.race([writer.broken, pause(millis)]);
  const latest = performance.now() + SLOW_TO_SHOW_MILLIS;
  while (outage.isSlowToShow && writer.refused().size === 0 && performance.now() < latest)
    await Promise.race([writer.broken, pause(20)]);
  await expectNotReady(ground.servers, writer);
  const back = await outage.end(ground);
  const served = await writer.servesAfter(back);
  const wentOn = await writer.goesOnAfter(back);
  await writer.stop();
  await writer.checkAt(ground.servers[0]);
  await expectJobs(ground, person);
  for (const server of ground.servers) expect(server.output()).not.toContain('"status":500');
  return {
    refused: writer.refused(),
    servedAfterMillis: served - back - usualMillis,
    wentOnAfterMillis: wentOn - back,
    slowestMillis: writer.takeSlowestMillis(),
  };
}

/** During the outage a process lives and says that it isn't ready. */
async function expectNotReady(servers: readonly Server[], writer: Writer): Promise<void> {
  for (const { baseUrl } of servers) {
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    if (writer.refused().size > 0) expect([200, 503]).toContain((await fetch(`${baseUrl}/readyz`)).status);
  }
}

let asks = 0;

/** A job that is enqueued after the outage runs: it writes the reset link. */
async function expectJobs({ servers, databaseUrl }: OutageGround, { email }: Person): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const links = async () => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from login_token');
    return rows[0]?.count ?? 0;
  };
  try {
    const before = await links();
    // Each time from another address, because one address may ask ten times only.
    asks += 1;
    const headers = { 'x-forwarded-for': `198.51.100.${asks}` };
    await servers[1].must(forgotPassword, { email }, { headers });
    await pollUntil(async () => (await links()) > before, {
      timeoutMs: 20_000,
      onTimeout: () => `no job runs after the outage: ${servers[0].output().slice(-3000)}`,
    });
  } finally {
    await client.end();
  }
}
