import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import { throwAwayFolder } from '../../../scripts/parts/throw-away-folder.mjs';
import { dieWithParent } from './die-with-parent.ts';
import { freePort } from './free-port.ts';
import { pollUntil } from './poll-until.ts';
import { createDatabase, dropDatabase } from './test-database.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const START_LIMIT_MS = 30_000;
const ATTEMPTS = 3;

/** No test database outlives the run, so nothing has to wait for the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  listen_addresses: '127.0.0.1',
};

/**
 * Runs PostgreSQL as a child until its own standard input closes, which also happens when the test process is killed. Then it ends the
 * server and deletes the folder. It repeats the signal until the server is gone, as a server that has just started ignores the first one.
 * $1 is the folder, the rest the command.
 */
const KEEPER = `
folder=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; while kill -QUIT $server; do sleep 0.1; done ) 2>/dev/null &
reader=$!
wait $server
status=$?
kill $reader 2>/dev/null
rm -rf "$folder"
exit $status
`;

/** Creates the data folder $1 and becomes the server; the other arguments are the server's. */
const SERVER = `
data=$1; shift
${BINARIES}/initdb -D "$data" -U postern --auth=trust --no-sync --no-instructions -E UTF8 --locale=C.UTF-8 >/dev/null &&
exec ${BINARIES}/postgres -D "$data" "$@"
`;

export type PostgresCluster = {
  /** URL of the database `postgres`, over TCP on the loopback address; the user is `postern`, without a password. */
  url: string;
  /** The folder of the Unix socket. */
  socketFolder: string;
  port: number;
  /** Creates a database, empty or a copy of `template`, and returns its URL. */
  createDatabase: (template?: string) => Promise<string>;
  dropDatabase: (url: string) => Promise<void>;
  /** Ends the server at once and deletes its folder; resolves when both are gone. */
  stop: () => Promise<void>;
};

type Owner = { user?: string };

/** PostgreSQL refuses to run as root, so root runs it as the package's user. */
const owner = (): Owner => (process.getuid?.() === 0 ? { user: 'postgres' } : {});

function createFolder({ user }: Owner) {
  // Never TMPDIR, because a socket path is limited to 107 bytes and the user postgres must be able to reach it.
  const folder = mkdtempSync(`${throwAwayFolder('/tmp')}/postern-pg-`);
  const folders = { folder, data: `${folder}/data`, socket: `${folder}/socket` };
  for (const path of [folders.data, folders.socket]) mkdirSync(path, { mode: 0o700 });
  if (user) {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
    for (const path of Object.values(folders)) chownSync(path, id('-u'), id('-g'));
  }
  chmodSync(folders.socket, 0o755);
  chmodSync(folder, 0o755);
  return folders;
}

async function isReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function startOnce(): Promise<PostgresCluster> {
  const as = owner();
  const port = await freePort();
  // No await until the keeper runs, which deletes the folder: the process could be ended in between.
  const folders = createFolder(as);
  const settings = { ...SETTINGS, port: String(port), unix_socket_directories: folders.socket };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = dieWithParent(['/bin/sh', '-c', SERVER, 'postern-pg', folders.data, ...args], as);
  // Its own session, so that Ctrl-C only reaches the test runner, which ends the server by closing the pipe.
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'postern-pg', folders.folder, ...server], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: '/',
    // The machine's own locale may not be installed.
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  });
  let log = '';
  keeper.stderr.setEncoding('utf8').on('data', (chunk: string) => (log = (log + chunk).slice(-20_000)));
  const ended = once(keeper, 'close');
  // Doesn't keep a test process alive that forgets to stop the server; closing the pipe stops it then.
  for (const handle of [keeper, keeper.stdin as Socket, keeper.stderr as Socket]) handle.unref();
  const stop = async () => {
    keeper.ref();
    keeper.stdin.end();
    await ended;
  };

  const url = `postgres://postern@127.0.0.1:${port}/postgres`;
  try {
    await pollUntil(
      async () => {
        if (keeper.exitCode !== null || keeper.signalCode !== null)
          throw new Error(`PostgreSQL ended while it started:\n${log}`);
        return await isReady(url);
      },
      { timeoutMs: START_LIMIT_MS, onTimeout: () => `PostgreSQL did not answer:\n${log}` },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    socketFolder: folders.socket,
    port,
    createDatabase: (template) => createDatabase(url, template),
    dropDatabase,
    stop,
  };
}

/**
 * Starts a temporary PostgreSQL 15 with its own folder and port, in about a second. It ends with `stop()`, or when this
 * process dies, even by SIGKILL.
 * @throws when PostgreSQL 15 isn't installed or doesn't start; the message carries its log.
 */
export async function startPostgres(): Promise<PostgresCluster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      // Another process may have taken the free port before PostgreSQL could listen on it.
      if (attempt === ATTEMPTS || !String(error).includes('Address already in use')) throw error;
    }
  }
}
