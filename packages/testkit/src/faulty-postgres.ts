import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { dieWithParent } from './die-with-parent.ts';
import { freePort } from './free-port.ts';
import { pollUntil } from './poll-until.ts';
import type { SmallDisk } from './small-disk.ts';
import { spawnProcess, type SpawnedProcess } from './spawn-process.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const START_LIMIT_MS = 60_000;
const USER = 'postgres';
/** What is acknowledged must be there after a crash, so `fsync` stays on. The log segments are small for a small disk. */
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '16MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  min_wal_size: '2MB',
  max_wal_size: '8MB',
};

const userId = (flag: string): number => Number(execFileSync('id', [flag, USER]));

export type FaultyPostgres = {
  /** Over TCP on the loopback address; the user is `postern`, without a password. */
  url: string;
  /** Ends it at once (`crash`: as a power cut does), or as a restart does: connections are ended, data is flushed. */
  halt: (how: 'crash' | 'restart') => Promise<void>;
  /** Starts it again on the same data and port. Resolves once it answers, with that moment (`performance.now()`). */
  start: () => Promise<number>;
  /** Starts it as a standby, which only reads, until `promote`. */
  startAsStandby: () => Promise<number>;
  promote: () => Promise<number>;
  /** Stops all its processes without ending them, as a machine that hangs does; `thaw` lets them continue. */
  freeze: () => void;
  thaw: () => void;
  /** Waits until it answers, and starts it if it has ended meanwhile, as a service manager does. */
  revive: () => Promise<number>;
  log: () => string;
  stop: () => Promise<void>;
};

/** A PostgreSQL of one test, which may crash, hang, be a standby and run out of disk. Needs root. */
export async function startFaultyPostgres({ disk }: { disk?: SmallDisk | undefined } = {}): Promise<FaultyPostgres> {
  const port = await freePort();
  const url = `postgres://postern@127.0.0.1:${port}/postgres`;
  const home = mkdtempSync('/tmp/postern-faulty-');
  // As the server sees it, and as the test does.
  const data = path.join(disk?.folder ?? home, 'data');
  const seen = path.join(disk?.outside ?? home, 'data');
  mkdirSync(seen, { mode: 0o700 });
  for (const folder of [home, seen]) chownSync(folder, userId('-u'), userId('-g'));
  const logFile = path.join(home, 'log');
  writeFileSync(logFile, '');
  const there = (words: string[]) => (disk === undefined ? words : disk.words(words));
  const asUser = (words: string[]) => there(dieWithParent(words, { user: USER }));
  const [initdb = '', ...initArgs] = asUser([
    ...[`${BINARIES}/initdb`, '-D', data, '-U', 'postern', '--auth=trust', '--wal-segsize=1'],
    ...['--no-sync', '--no-instructions', '-E', 'UTF8', '--locale=C.UTF-8'],
  ]);
  execFileSync(initdb, initArgs, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  });
  let server: SpawnedProcess | null = null;
  let isOver = true;
  const start = async () => {
    const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command = '', ...args] = asUser([`${BINARIES}/postgres`, '-D', data, ...settings]);
    server = await spawnProcess({ command, args, cwd: '/', env: { LC_ALL: 'C.UTF-8' } });
    isOver = false;
    const mine = server;
    void mine.exited.then(() => {
      appendFileSync(logFile, mine.output());
      if (server === mine) isOver = true;
    });
    await pollUntil(
      async () => {
        if (isOver) throw new Error(`PostgreSQL ended while it started:\n${mine.output()}`);
        return answers(url);
      },
      { timeoutMs: START_LIMIT_MS, onTimeout: () => `PostgreSQL did not answer:\n${mine.output()}` },
    );
    return performance.now();
  };
  const postmaster = () => Number(readFileSync(path.join(seen, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const signalAll = (signal: NodeJS.Signals) => {
    const first = postmaster();
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').map(Number);
    // The first one first, so that it starts nobody meanwhile, and notices nobody's end.
    for (const pid of signal === 'SIGCONT' ? [...children, first] : [first, ...children]) process.kill(pid, signal);
  };
  const halt = async (how: 'crash' | 'restart') => {
    if (server === null || isOver) return;
    process.kill(postmaster(), how === 'crash' ? 'SIGQUIT' : 'SIGINT');
    await server.exited;
  };
  await start();
  const signalFile = path.join(seen, 'standby.signal');
  return {
    url,
    halt,
    start,
    startAsStandby: async () => {
      writeFileSync(signalFile, '');
      const { uid, gid } = statSync(seen);
      chownSync(signalFile, uid, gid);
      return start();
    },
    promote: async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query('select pg_promote(true, 60)');
      await client.end();
      return performance.now();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    revive: async () => {
      await pollUntil(async () => isOver || answers(url), {
        timeoutMs: START_LIMIT_MS,
        onTimeout: () => 'PostgreSQL does not recover.',
      });
      return isOver ? start() : performance.now();
    },
    log: () => readFileSync(logFile, 'utf8') + (server?.output() ?? ''),
    stop: async () => {
      await halt('crash');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
