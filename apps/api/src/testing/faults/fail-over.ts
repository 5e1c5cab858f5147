import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { pollUntil } from '@postern/testkit/poll-until';
import { type PostgresPair, startPostgresPair } from '@postern/testkit/postgres-pair';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Database, openDatabase, rowsOf } from '../../db/client.ts';
import { movableClock } from '../../runtime/clock.ts';
import { LOCATIONS } from '../../runtime/locations.ts';
import { createSealer } from '../../secrets/seal.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../builders.ts';
import { SECRET_KEY, type Server, startServer } from '../start-server.ts';
import { aPartner } from '../start-test-app.ts';
import { balanced, type TwoServers } from '../two-servers.ts';
import { keepWriting } from './keep-writing.ts';
import { buy, expectBalance, unsettled } from './kill-buyers.ts';

const NAME = 'postern';
const BUYERS = 3;
const ACCOUNTS = 40;
const SETTLED_WITHIN_MILLIS = 30_000;
/** The panels look at the servers every five seconds. */
const LOOKED_MILLIS = 6_000;

export type FailoverGround = Omit<TwoServers, 'replace'> & { pair: PostgresPair };

/** Two processes of the server on two PostgreSQL servers. */
export async function startFailoverGround(): Promise<FailoverGround> {
  const pair = await startPostgresPair();
  await pair.primary().query(`create database ${NAME}`);
  const databaseUrl = pair.urlOf(NAME);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-failover-'));
  const wish = { dataDir, databaseUrl, env: { POSTERN_PUBLIC_URL: 'http://panel.test', POSTERN_TRUST_PROXY: 'true' } };
  const servers = (await Promise.all([startServer(wish), startServer(wish)])) as [Server, Server];
  const db: Database = await openDatabase({
    dataDir,
    url: databaseUrl,
    migrationsFolder: LOCATIONS.migrations,
    poolSize: 2,
  });
  const clock = movableClock(Date.now);
  const partner = await aPartner({ db, clock, sealer: createSealer(SECRET_KEY) }, 905);
  return {
    pair,
    servers,
    databaseUrl,
    dataDir,
    db,
    partner,
    panel: { ...balanced(servers), clock, partner },
    stop: async () => {
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await db.close();
      await pair.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** In milliseconds from the loss of the primary: until the standby took writes, and until both panels had taken one. */
export type FailedOver = { promotedAfter: number; servedAfter: number };

/** How a primary is lost: its connections break, or stay open and nothing comes. */
export type Loss = 'killed' | 'silent';

/**
 * Loses the primary under purchases and writes, promotes the standby, lets the former primary run on as if nobody had fenced it, and makes
 * it a standby. No acknowledged write may be lost, and nothing may be acknowledged by the former primary.
 */
export async function failOver(ground: FailoverGround, round: number, loss: Loss = 'killed'): Promise<FailedOver> {
  const { pair, panel, servers } = ground;
  const customer = await aCustomerWithDomain(panel, { accounts: ACCOUNTS, domain: `failover-${loss}-${round}.test` });
  const { email } = await aMailbox(panel, customer, 'anna');
  const writer = keepWriting(servers, { ...customer, email });
  const mailboxes = keepCreatingMailboxes(ground, customer);
  const { promise: go, resolve: start } = Promise.withResolvers<void>();
  const buyers = Array.from({ length: BUYERS }, (_, number) =>
    buy(ground, `buyer-${loss}-${round}-${number}.test`, number === 0 ? 'initiate' : 'complete', () => {}, go),
  );
  await writer.goesOnAfter(performance.now());
  start();
  if (loss === 'killed') pair.killPrimary();
  else pair.silencePrimary();
  const lostAt = performance.now();
  await pair.promoteStandby();
  const promotedAfter = performance.now() - lostAt;
  const servedAfter = (await writer.servesAfter(performance.now())) - lostAt;
  await writer.goesOnAfter(performance.now());
  if (loss === 'killed') await pair.startFormer();
  else pair.wakeFormer();
  await expectFenced(ground);
  await writer.goesOnAfter(performance.now());
  await pair.rejoin();
  await writer.goesOnAfter(performance.now());
  expect(await Promise.all(buyers)).toEqual(buyers.map(() => 'bought'));
  await Promise.all([writer.stop(), mailboxes.stop()]);
  await writer.checkAt(servers[round % 2 === 0 ? 0 : 1]);
  await mailboxes.check();
  await pollUntil(async () => (await unsettled(ground)).length === 0, {
    timeoutMs: SETTLED_WITHIN_MILLIS,
    onTimeout: () => `purchases are open still in round ${round}`,
  });
  await expectBalance(ground);
  for (const server of servers) expect(server.output()).not.toContain('"status":500');
  return { promotedAfter, servedAfter };
}

/** The former primary believes that it is one. It acknowledges nothing, no panel uses it, and a process that starts now doesn't either. */
async function expectFenced({ pair, databaseUrl, dataDir }: FailoverGround): Promise<void> {
  const former = pair.standby();
  expect(await former.query('select pg_is_in_recovery() as is_standby')).toEqual([{ is_standby: false }]);
  await expect(former.query('create table written_to_the_former_primary ()', 1_500)).rejects.toThrow(
    'Query read timeout',
  );
  const fresh = await openDatabase({ dataDir, url: databaseUrl, migrationsFolder: LOCATIONS.migrations, poolSize: 1 });
  const [at] = await rowsOf<{ port: number }>(fresh.global, sql`select inet_server_port() as port`);
  await fresh.close();
  expect(at?.port).toBe(pair.primary().port);
  await pause(LOOKED_MILLIS);
  // One whose commit waits for the standby doesn't notice that its client is gone, nor does one that waits for that one's row.
  const users = await former.query(
    `select application_name, state, wait_event from pg_stat_activity where application_name like 'postern%' and application_name <> 'postern-finds-server'
       and wait_event is distinct from 'SyncRep' and pg_blocking_pids(pid) = '{}'`,
  );
  expect(users).toEqual([]);
}

/** Creates mailboxes one after the other, repeating a call that was answered 503, until it is stopped. */
function keepCreatingMailboxes({ servers }: FailoverGround, { token, domain }: TestCustomer) {
  const acknowledged: string[] = [];
  let isOver = false;
  const work = (async () => {
    for (let number = 0, turn = 0; !isOver && number < ACCOUNTS - 1; turn += 1) {
      const email = `m-${number}@${domain}`;
      const server = servers[turn % 2 === 0 ? 0 : 1];
      const headers = { 'idempotency-key': email };
      const answer = await server.call(createMailbox, { email, password: PASSWORD }, { token, headers });
      if (answer.ok) {
        acknowledged.push(email);
        number += 1;
      } else if (answer.status !== 503) throw new Error(`A call was answered ${answer.text}`);
      await pause(200);
    }
  })();
  work.catch(() => {});
  return {
    stop: async () => {
      isOver = true;
      await work;
    },
    check: async () => {
      const { accounts } = await servers[0].must(listMailboxes, {}, { token });
      const there = new Set(accounts.map((account) => account.email));
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(acknowledged.filter((email) => !there.has(email))).toEqual([]);
    },
  };
}
