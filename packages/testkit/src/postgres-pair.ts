import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { dieWithParent } from './die-with-parent.ts';
import { freePort } from './free-port.ts';
import { pollUntil } from './poll-until.ts';
import { spawnProcess, type SpawnedProcess } from './spawn-process.ts';

const run = promisify(execFile);
const BINARIES = '/usr/lib/postgresql/15/bin';
const USER = 'postgres';
const LIMIT_MS = 60_000;
/** What is acknowledged must be there after a crash, so `fsync` stays on. `wal_log_hints` is for pg_rewind. */
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '16MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_log_hints: 'on',
  wal_keep_size: '64MB',
};

/** One of two servers. */
type PostgresNode = {
  port: number;
  /** The user is `postern`, a superuser without a password. */
  url: string;
  /** Runs one statement; gives up after `millis`. */
  query: (statement: string, millis?: number) => Promise<Record<string, unknown>[]>;
  log: () => string;
};

export type PostgresPair = {
  nodes: readonly [PostgresNode, PostgresNode];
  primary: () => PostgresNode;
  standby: () => PostgresNode;
  /** The URL of a database with both servers. */
  urlOf: (database: string) => string;
  /** Ends all processes of the primary by SIGKILL. */
  killPrimary: () => void;
  /** Stops all processes of the primary without ending them: it keeps its connections and says nothing, like a machine that vanished. */
  silencePrimary: () => void;
  /** Makes the standby the primary, as docs/operate.md says. Resolves once it takes writes. */
  promoteStandby: () => Promise<void>;
  /** Starts the former primary again as it is, as a service manager does that doesn't know that it was replaced. */
  startFormer: () => Promise<void>;
  /** The former primary continues where it was silenced. */
  wakeFormer: () => void;
  /** Makes the former primary a standby by pg_rewind, and waits until commits wait for it. */
  rejoin: () => Promise<void>;
  stop: () => Promise<void>;
};

type Node = PostgresNode & {
  data: string;
  start: () => Promise<void>;
  signal: (signal: NodeJS.Signals) => void;
  end: () => Promise<void>;
};

const asUser = (words: string[]) => dieWithParent(words, { user: USER });

async function tool(...words: string[]): Promise<void> {
  const [command = '', ...args] = asUser(words);
  await run(command, args, { cwd: '/', timeout: LIMIT_MS, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } });
}

async function ask(url: string, statement: string, millis: number): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: millis, query_timeout: millis });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    client.end().catch(() => {});
  }
}

async function aNode(home: string, name: string): Promise<Node> {
  const port = await freePort();
  const url = `postgresql://postern@127.0.0.1:${port}/postgres`;
  const data = path.join(home, name);
  const logs: (() => string)[] = [];
  let server: SpawnedProcess | null = null;
  const query = (statement: string, millis = LIMIT_MS) => ask(url, statement, millis);
  return {
    port,
    url,
    data,
    query,
    log: () => logs.map((log) => log()).join(''),
    start: async () => {
      const settings = Object.entries({ ...SETTINGS, port }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
      const [command = '', ...args] = asUser([`${BINARIES}/postgres`, '-D', data, ...settings]);
      server = await spawnProcess({ command, args, cwd: '/', env: { LC_ALL: 'C.UTF-8' } });
      const mine = server;
      logs.push(mine.output);
      await pollUntil(
        () =>
          query('select 1', 2_000).then(
            () => true,
            () => false,
          ),
        { timeoutMs: LIMIT_MS, onTimeout: () => `PostgreSQL did not answer:\n${mine.output()}` },
      );
    },
    signal: (signal) => {
      if (server === null) return;
      const { pid } = server;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
      for (const one of [pid, ...children]) process.kill(one, signal);
    },
    end: async () => void (await server?.end('SIGINT')),
  };
}

/** Two PostgreSQL servers with streaming replication: a commit is acknowledged when both have it on disk. Needs root. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const home = mkdtempSync('/tmp/postern-pair-');
  const [user, group] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, USER])).stdout)),
  );
  chownSync(home, user ?? 0, group ?? 0);
  const nodes: [Node, Node] = [await aNode(home, 'one'), await aNode(home, 'two')];
  let [primary, other] = nodes;
  mkdirSync(primary.data, { mode: 0o700 });
  chownSync(primary.data, user ?? 0, group ?? 0);
  const init = ['-U', 'postern', '--auth=trust', '--wal-segsize=1', '--no-sync', '--no-instructions'];
  await tool(`${BINARIES}/initdb`, '-D', primary.data, ...init, '-E', 'UTF8', '--locale=C.UTF-8');
  await primary.start();
  const from = () => `host=127.0.0.1 port=${primary.port} user=postern`;
  const waitForStandby = async () => {
    const isReplicating = (state: string) => async () =>
      (await primary.query(`select 1 from pg_stat_replication where ${state}`)).length > 0;
    const onTimeout = () => `The standby doesn't follow:\n${other.log().slice(-3000)}`;
    await pollUntil(isReplicating("state = 'streaming'"), { timeoutMs: LIMIT_MS, onTimeout });
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query('select pg_reload_conf()');
    await pollUntil(isReplicating("sync_state = 'sync'"), { timeoutMs: LIMIT_MS, onTimeout });
  };
  await tool(`${BINARIES}/pg_basebackup`, '-d', from(), '-D', other.data, '-R', '-c', 'fast');
  await other.start();
  await waitForStandby();
  return {
    nodes,
    primary: () => primary,
    standby: () => other,
    urlOf: (database) => `postgresql://postern@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`,
    killPrimary: () => primary.signal('SIGKILL'),
    silencePrimary: () => primary.signal('SIGSTOP'),
    promoteStandby: async () => {
      // It has no standby yet, and must not wait for one.
      await other.query("alter system set synchronous_standby_names = ''");
      await tool(`${BINARIES}/pg_ctl`, 'promote', '-D', other.data, '-w');
      [primary, other] = [other, primary];
    },
    startFormer: () => other.start(),
    wakeFormer: () => other.signal('SIGCONT'),
    rejoin: async () => {
      await other.end();
      // pg_rewind reads the timeline from the last checkpoint.
      await primary.query('checkpoint');
      await tool(
        ...[`${BINARIES}/pg_rewind`, '-D', other.data, '-R', '--no-sync'],
        `--source-server=${from()} dbname=postgres`,
      );
      await other.start();
      await waitForStandby();
    },
    stop: async () => {
      for (const node of nodes) await node.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
