import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { spawnProcess } from './spawn-process.ts';

/** The settings of docs/operate.md, with few connections, so that a process that holds one too long is noticed. */
const SETTINGS = {
  pool_mode: 'transaction',
  auth_type: 'trust',
  listen_addr: '127.0.0.1',
  unix_socket_dir: '',
  max_client_conn: 200,
  default_pool_size: 12,
  server_login_retry: 1,
  query_wait_timeout: 10,
  idle_transaction_timeout: 0,
  client_idle_timeout: 0,
  query_timeout: 0,
};

export type PgBouncer = {
  /** The same database through the pooler. */
  urlOf: (url: string) => string;
  log: () => string;
  stop: () => Promise<void>;
};

/** A PgBouncer in transaction mode in front of a PostgreSQL server on the loopback address. Needs root. */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
  const port = await freePort();
  const folder = mkdtempSync('/tmp/postern-pgbouncer-');
  const { port: serverPort, username } = new URL(url);
  writeFileSync(path.join(folder, 'users'), `"${username}" ""\n`);
  const lines = Object.entries({ ...SETTINGS, listen_port: port, auth_file: path.join(folder, 'users') });
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n* = host=127.0.0.1 port=${serverPort}\n[pgbouncer]\n${lines.map(([name, value]) => `${name} = ${value}`).join('\n')}\n`,
  );
  chmodSync(folder, 0o755);
  const server = await spawnProcess({
    command: '/usr/sbin/pgbouncer',
    args: ['-u', 'postgres', file],
    ready: { line: /process up/ },
  });
  return {
    urlOf: (direct) => {
      const pooled = new URL(direct);
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    log: server.output,
    stop: async () => {
      await server.end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
