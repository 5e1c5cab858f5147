import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listMailboxes } from '@postern/contract/mailboxes';
import { forgotPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { pollUntil } from '@postern/testkit/poll-until';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { sql } from 'drizzle-orm';
import { expect, inject } from 'vitest';
import { type Database, openDatabase, rowsOf } from '../../db/client.ts';
import { movableClock } from '../../runtime/clock.ts';
import { LOCATIONS } from '../../runtime/locations.ts';
import { createSealer } from '../../secrets/seal.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../builders.ts';
import { SECRET_KEY, type Server, startServer } from '../start-server.ts';
import { aPartner } from '../start-test-app.ts';

const DAY_MILLIS = 24 * 60 * 60 * 1000;
/** By how many days the process is ahead; each round takes the next. */
const AHEAD_DAYS = [2, 200, -2, -200];
const PRELOAD = fileURLToPath(new URL('shift-clock.ts', import.meta.url));

/** How many rows every table has. */
async function countRows(db: Database): Promise<Map<string, number>> {
  const tables = await rowsOf<{ name: string }>(
    db.global,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  return db.asSystem(async (tx) => {
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const [row] = await rowsOf<{ count: number }>(
        tx,
        sql`select count(*)::int as count from ${sql.identifier(name)}`,
      );
      counts.set(name, row?.count ?? 0);
    }
    return counts;
  });
}

/** In how many seconds this person's newest session ends, by the database's clock. */
async function newestSessionSeconds(db: Database, email: string): Promise<number> {
  const [row] = await rowsOf<{ seconds: number }>(
    db.global,
    sql`select extract(epoch from expires_at - now())::float8 as seconds from session where email = ${email}
      order by created_at desc limit 1`,
  );
  return row?.seconds ?? Number.NaN;
}

/**
 * Runs a second server with a wrong clock on the database of a right one, `rounds` times, and sets its clock once more while it runs. It
 * deletes nothing that is valid, accepts nothing that has ended, and what it makes lasts exactly as long as elsewhere.
 */
export async function runWrongClocks(rounds: number): Promise<void> {
  const databaseUrl = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-clocks-'));
  const wish = { dataDir, databaseUrl, env: { POSTERN_PUBLIC_URL: 'http://panel.test' } };
  const db = await openDatabase({ dataDir, url: databaseUrl, migrationsFolder: LOCATIONS.migrations, poolSize: 2 });
  const right = await startServer(wish);
  try {
    const clock = movableClock(db.nowMillis);
    const partner = await aPartner({ db, clock, sealer: createSealer(SECRET_KEY) }, 903);
    const customer = await aCustomerWithDomain({ ...right, clock, partner });
    const { email } = await aMailbox({ ...right, clock, partner }, customer, 'anna', {
      alternateEmail: 'anna@private.test',
    });
    await right.must(forgotPassword, { email });
    await pollUntil(async () => ((await countRows(db)).get('login_token') ?? 0) > 0, {
      timeoutMs: 20_000,
      onTimeout: () => 'no reset link was made',
    });
    const { token: second } = await right.must(signIn, { email, password: PASSWORD });
    const normal = await newestSessionSeconds(db, email);
    for (let round = 0; round < rounds; round += 1) {
      const before = await countRows(db);
      const ahead = (AHEAD_DAYS[round % AHEAD_DAYS.length] ?? 0) * DAY_MILLIS;
      const wrong = await startServer({
        ...wish,
        env: { ...wish.env, NODE_OPTIONS: `--import=${PRELOAD}`, TEST_CLOCK_SHIFT_MILLIS: String(ahead) },
      });
      await usePanel(wrong, db, { tokens: [customer.token, second], email, normal });
      process.kill(wrong.pid, 'SIGUSR2');
      await usePanel(wrong, db, { tokens: [customer.token, second], email, normal });
      // It waits for its clean-up, which began when it started.
      await wrong.end('SIGTERM');
      const after = await countRows(db);
      expect([...before].filter(([name, count]) => (after.get(name) ?? 0) < count)).toEqual([]);
    }
  } finally {
    await right.end('SIGTERM');
    await db.close();
    await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Person = { tokens: string[]; email: string; normal: number };

async function usePanel(server: Server, db: Database, { tokens, email, normal }: Person): Promise<void> {
  for (const token of tokens) await server.must(listMailboxes, {}, { token });
  const login = await server.must(signIn, { email, password: PASSWORD });
  expect(Math.abs((await newestSessionSeconds(db, email)) - normal)).toBeLessThan(60);
  await server.must(listMailboxes, {}, { token: login.token });
  await db.global.execute(
    sql`update session set expires_at = now() - interval '1 second' where email = ${email} and created_at =
      (select max(created_at) from session where email = ${email})`,
  );
  expect(await server.refusal(listMailboxes, {}, { token: login.token })).toBe('UNAUTHENTICATED');
  // Whole again, so that clean-ups have nothing to delete.
  await db.global.execute(sql`update session set expires_at = created_at + interval '1 hour' where expires_at < now()`);
}
