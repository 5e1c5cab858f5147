import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { dieWithParent } from './die-with-parent.ts';
import { freePort } from './free-port.ts';
import { pollUntil } from './poll-until.ts';
import { type SpawnedProcess, spawnProcess } from './spawn-process.ts';

const CONFIG = fileURLToPath(new URL('../../../deploy/patroni/config.yml', import.meta.url));
const USER = 'postgres';
const PASSWORD = 'quiet-harbour';
const LIMIT_MS = 120_000;
const ETCDS = 3;

type Node = {
  name: string;
  port: number;
  /** The address where Patroni reports its state. */
  api: number;
  start: () => Promise<void>;
  /** Ends Patroni and all processes of PostgreSQL by SIGKILL. */
  kill: () => void;
  stop: () => Promise<void>;
};

export type PatroniPair = {
  /** The URL of a database with both servers, for a user with the password of all users here, over TLS. */
  urlOf: (database: string, user: string) => string;
  leader: () => Promise<Node>;
  /** Resolves once a standby has every commit before it is acknowledged. */
  waitForStandby: () => Promise<void>;
  /** Kills a member of etcd, and starts it again. */
  etcds: readonly { kill: () => Promise<void>; start: () => Promise<void> }[];
  /** Runs statements as the superuser, on the server that takes writes. */
  query: (...statements: string[]) => Promise<void>;
  stop: () => Promise<void>;
};

async function startEtcds(home: string) {
  const members = await Promise.all(
    Array.from({ length: ETCDS }, async (_, number) => ({
      name: `etcd${number + 1}`,
      client: await freePort(),
      peer: await freePort(),
    })),
  );
  const cluster = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',');
  const etcds = members.map(({ name, client, peer }) => {
    let server: SpawnedProcess | undefined;
    const at = (port: number) => `http://127.0.0.1:${port}`;
    const start = async () => {
      server = await spawnProcess({
        command: '/usr/bin/etcd',
        args: [
          ...['--name', name, '--data-dir', path.join(home, name), '--initial-cluster', cluster],
          ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
          ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
        ],
      });
    };
    return { client, start, kill: async () => void (await server?.end()) };
  });
  await Promise.all(etcds.map(({ start }) => start()));
  return etcds;
}

/** A self-signed certificate like the one from Debian's ssl-cert. */
function makeCertificate(home: string, own: (file: string) => void): { key: string; certificate: string } {
  const [key, certificate] = [path.join(home, 'server.key'), path.join(home, 'server.crt')];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...what, '-subj', '/CN=db', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  execFileSync('chmod', ['600', key]);
  for (const file of [key, certificate]) own(file);
  return { key, certificate };
}

/** The file we ship, with this machine's addresses and paths filled in. Fails if the file no longer has one of them. */
function withPlaces(places: readonly [from: string | RegExp, to: string][]): string {
  return places.reduce(
    (text, [from, to]) => {
      if (text.search(from) < 0) throw new Error(`deploy/patroni/config.yml no longer has: ${String(from)}`);
      return text.replaceAll(from, to);
    },
    readFileSync(CONFIG, 'utf8'),
  );
}

async function makeNode(home: string, name: string, own: (file: string) => void, etcds: string): Promise<Node> {
  const folder = path.join(home, name);
  mkdirSync(folder);
  const [port, api] = [await freePort(), await freePort()];
  const { key, certificate } = makeCertificate(folder, own);
  const data = path.join(folder, 'data');
  const file = path.join(folder, 'config.yml');
  writeFileSync(
    file,
    withPlaces([
      [/^name: db1$/gm, `name: ${name}`],
      [/OWN-ADDRESS:8008/g, `127.0.0.1:${api}`],
      [/OWN-ADDRESS:5432/g, `127.0.0.1:${port}`],
      [/hosts: .*/g, `hosts: [${etcds}]`],
      ['/var/lib/postgresql/15/patroni', data],
      ['/var/lib/postgresql/patroni.pgpass', path.join(folder, 'pgpass')],
      ['/var/run/postgresql', folder],
      ['/etc/ssl/certs/ssl-cert-snakeoil.pem', certificate],
      ['/etc/ssl/private/ssl-cert-snakeoil.key', key],
      [/SUPERUSER_PASSWORD|REPLICATION_PASSWORD/g, PASSWORD],
      ['192.0.2.0/24', '127.0.0.1/32'],
    ]),
    { mode: 0o600 },
  );
  for (const one of [folder, file]) own(one);
  let patroni: SpawnedProcess | undefined;
  return {
    name,
    port,
    api,
    start: async () => {
      const [command = '', ...args] = dieWithParent(['/usr/bin/patroni', file], { user: USER });
      patroni = await spawnProcess({ command, args, cwd: '/', env: { HOME: folder, LC_ALL: 'C.UTF-8' } });
    },
    kill: () => {
      const first = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').map(Number);
      for (const pid of [patroni?.pid ?? 0, first, ...children]) if (pid > 0) process.kill(pid, 'SIGKILL');
    },
    stop: async () => void (await patroni?.end('SIGTERM')),
  };
}

/** Two PostgreSQL servers run by Patroni with the file we ship, and three members of etcd, all from Debian. Needs root. */
export async function startPatroniPair(): Promise<PatroniPair> {
  const home = mkdtempSync('/tmp/postern-patroni-');
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' })));
  const own = (file: string) => chownSync(file, uid ?? 0, gid ?? 0);
  own(home);
  const etcds = await startEtcds(home);
  const hosts = etcds.map(({ client }) => `127.0.0.1:${client}`).join(', ');
  const nodes = [await makeNode(home, 'db1', own, hosts), await makeNode(home, 'db2', own, hosts)];
  const is = async (state: string, { api }: Node) => {
    const answer = await fetch(`http://127.0.0.1:${api}/${state}`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => null,
    );
    return answer?.status === 200;
  };
  const find = async (state: string): Promise<Node> => {
    let found: Node | undefined;
    await pollUntil(
      async () => {
        const states = await Promise.all(nodes.map((node) => is(state, node)));
        found = nodes.find((_, number) => states[number]);
        return found !== undefined;
      },
      { timeoutMs: LIMIT_MS, onTimeout: () => `no server is ${state}` },
    );
    return found as Node;
  };
  for (const node of nodes) {
    await node.start();
    await find('leader');
  }
  const leader = () => find('leader');
  await find('synchronous');
  return {
    urlOf: (database, user) =>
      `postgresql://${user}:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?sslmode=require`,
    leader,
    waitForStandby: async () => void (await find('synchronous')),
    etcds,
    query: async (...statements) => {
      const ssl = { rejectUnauthorized: false };
      const { port } = await leader();
      const client = new Client({ host: '127.0.0.1', port, user: USER, password: PASSWORD, database: 'postgres', ssl });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    },
    stop: async () => {
      for (const node of nodes) await node.stop();
      for (const { kill } of etcds) await kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
