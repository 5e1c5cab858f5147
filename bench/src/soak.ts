// `npm run soak -- --minutes 60`: a steady mixed load on the bundled server with a durable PostgreSQL, and what must not grow under it: memory,
// handles, connections, and the age of waiting jobs. Prints a line every ten seconds, and ends with 1 if something grew.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCleanUps, type Defer } from './clean-ups.ts';
import { LIST } from './goals/context.ts';
import { median } from './load/interleave.ts';
import { PASSWORD, tenantOf } from './servers/fill-postern.ts';
import { domainOf, searchTerms, type Size } from './servers/people.ts';
import { DATABASE, type Postern, startPostern } from './servers/postern.ts';
import { type Postgres, startProductionPostgres } from './servers/production-postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SIZE: Size = 10_000;
const SAMPLE_MILLIS = 10_000;
const WARM_UP_MILLIS = 180_000;
/** How often each kind of call is made in a second. */
const RATES = { list: 10, search: 5, login: 2, create: 2 } as const;

type Sample = { memoryMb: number; handles: number; connections: number; oldestJobSeconds: number };

/** How much more the second half may have than the first, each by its median, and how much it may have at all. */
const LIMITS: Record<keyof Sample, { growth: number; most: number }> = {
  memoryMb: { growth: 25, most: 400 },
  handles: { growth: 20, most: 300 },
  connections: { growth: 2, most: 40 },
  oldestJobSeconds: { growth: 30, most: 120 },
};

const say = (line: string) => process.stdout.write(`${line}\n`);

type Call = { method?: string; path: string; body?: object; headers?: Record<string, string> };
type Tally = { answered: number; failures: string[] };

async function call(
  { baseUrl, headersOf }: Postern,
  { method = 'GET', path: address, body, headers }: Call,
  tally: Tally,
) {
  try {
    const answer = await fetch(baseUrl + address, {
      method,
      headers: { ...headersOf[SIZE], 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
    tally.answered += 1;
  } catch (error) {
    tally.failures.push(`${address}: ${String(error)}`);
  }
}

/** Makes a kind of call at a steady rate until it is told to stop. A call that is late doesn't hold up the next. */
function repeat(perSecond: number, make: (turn: number) => Promise<void>): () => void {
  let turn = 0;
  const timer = setInterval(() => void make((turn += 1)), 1000 / perSecond);
  return () => clearInterval(timer);
}

async function startLoad(postern: Postern, postgres: Postgres, tally: Tally): Promise<() => void> {
  const people = await postgres.read<{ address: string }>(
    DATABASE,
    `select address from mailbox where customer_id = '${tenantOf(SIZE)}' order by address limit 5000`,
  );
  const terms = searchTerms();
  const send = (one: Call) => call(postern, one, tally);
  const stops = [
    repeat(RATES.list, () => send({ path: `${LIST}?limit=100` })),
    repeat(RATES.search, (turn) => send({ path: `${LIST}?q=${terms[turn % terms.length]}` })),
    repeat(RATES.login, (turn) =>
      send({
        method: 'POST',
        path: '/panel/login',
        // From an address of its own, or the limit of attempts would answer.
        headers: { 'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}` },
        body: { email: people[turn % people.length]?.address, password: PASSWORD },
      }),
    ),
    repeat(RATES.create, (turn) =>
      send({
        method: 'POST',
        path: '/panel/account/email/create',
        body: { email: `soak-${turn}@${domainOf(SIZE)}`, password: `Xk9!${turn}-harbour-Lamp` },
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function measure({ pid }: Postern, postgres: Postgres): Promise<Sample> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [counts] = await postgres.read<{ connections: string; age: string }>(
    DATABASE,
    `select (select count(*) from pg_stat_activity where datname = '${DATABASE}' and pid <> pg_backend_pid()) as connections,
       coalesce((select extract(epoch from now() - min(start_after)) from pgboss.job where state in ('created', 'retry') and start_after < now()), 0) as age`,
  );
  return {
    memoryMb: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    connections: Number(counts?.connections),
    oldestJobSeconds: Number(counts?.age),
  };
}

const lineOf = (sample: Sample) =>
  Object.entries(sample)
    .map(([name, value]) => `${name} ${value.toFixed(0)}`)
    .join(', ');

/** Describes what grew, in sentences. The beginning is left out, because caches fill and code is compiled. */
function growth(samples: Sample[]): string[] {
  const warm = samples.slice(WARM_UP_MILLIS / SAMPLE_MILLIS);
  const half = Math.floor(warm.length / 2);
  return (Object.keys(LIMITS) as (keyof Sample)[]).flatMap((what) => {
    const of = (some: Sample[]) => median(some.map((sample) => sample[what]));
    const [before, after] = [of(warm.slice(0, half)), of(warm.slice(half))];
    const { growth: allowed, most } = LIMITS[what];
    const said = `${what}: ${before.toFixed(1)} in the first half, ${after.toFixed(1)} in the second`;
    say(said);
    return after - before > allowed || after > most ? [`${said}; at most ${allowed} more, and ${most} in all`] : [];
  });
}

async function run(defer: Defer): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
  const minutes = Number(values.minutes);
  if (!(minutes >= 10)) throw new Error('A soak takes at least ten minutes: --minutes 30');
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The build failed; there is nothing to measure.');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'postern-soak-'));
  defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startProductionPostgres(folder, defer);
  const postern = await startPostern(folder, postgres, defer);
  const tally: Tally = { answered: 0, failures: [] };
  const stop = await startLoad(postern, postgres, tally);
  const samples: Sample[] = [];
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    await sleep(SAMPLE_MILLIS);
    const sample = await measure(postern, postgres);
    samples.push(sample);
    say(`${lineOf(sample)}; ${tally.answered} answers, ${tally.failures.length} failures`);
  }
  stop();
  const grown = growth(samples);
  for (const problem of [...grown, ...tally.failures.slice(0, 5)]) say(`FAILED  ${problem}`);
  if (grown.length > 0 || tally.failures.length > 0) process.exitCode = 1;
}

const { defer, cleanUp } = createCleanUps();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  await run(defer);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
