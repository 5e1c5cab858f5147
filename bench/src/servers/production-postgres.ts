import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { dieWithParent } from '@postern/testkit/die-with-parent';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';
import { Client } from 'pg';
import type { Defer } from '../clean-ups.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const SUPERUSER = 'bench';

export type Postgres = {
  port: number;
  /** The URL of a database for a user; both must exist. */
  urlOf: (database: string, user?: string) => string;
  /** Runs statements as the superuser, one after the other, without a transaction. */
  run: (database: string, ...statements: string[]) => Promise<void>;
  /** The rows of one query, as the superuser. */
  read: <Row extends object>(database: string, query: string) => Promise<Row[]>;
};

/** PostgreSQL refuses to run as root, so root runs it as the package's user. */
const owner = () => (process.getuid?.() === 0 ? { user: 'postgres' } : {});

function initialise(folder: string): { data: string; sockets: string } {
  const folders = { data: path.join(folder, 'postgres'), sockets: path.join(folder, 'postgres-sockets') };
  for (const one of Object.values(folders)) mkdirSync(one, { mode: 0o700 });
  if (process.getuid?.() === 0) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    for (const one of Object.values(folders)) chownSync(one, id('-u'), id('-g'));
    chmodSync(folder, 0o755);
  }
  const words = [`${BINARIES}/initdb`, '-D', folders.data, '-U', SUPERUSER, '--auth=trust', '-E', 'UTF8'];
  const [command = '', ...args] = dieWithParent([...words, '--locale=C.UTF-8', '--no-instructions'], owner());
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  return folders;
}

/** PostgreSQL 15 with the package's settings, so every commit waits for the disk. Loopback only. */
export async function startProductionPostgres(folder: string, defer: Defer): Promise<Postgres> {
  const { data, sockets } = initialise(folder);
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: sockets };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...rest] = dieWithParent([`${BINARIES}/postgres`, '-D', data, ...args], owner());
  const server = await spawnProcess({ command, args: rest, cwd: '/', env: { LC_ALL: 'C.UTF-8' } });
  defer(async () => void (await server.end('SIGINT')));
  const urlOf = (database: string, user = SUPERUSER) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const connected = async <T>(database: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const run = (database: string, ...statements: string[]) =>
    connected(database, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const read = <Row extends object>(database: string, query: string) =>
    connected(database, async (client) => (await client.query<Row>(query)).rows);
  const answers = () =>
    run('postgres').then(
      () => true,
      () => false,
    );
  await pollUntil(answers, { timeoutMs: 30_000, onTimeout: () => `PostgreSQL did not answer:\n${server.output()}` });
  return { port, urlOf, run, read };
}
