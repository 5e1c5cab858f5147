import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { spawnProcess } from '@postern/testkit/spawn-process';
import type { Defer } from '../clean-ups.ts';
import type { Postgres } from './production-postgres.ts';

const SCHEMA = '/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql';
export const API_KEY = 'a-key-for-one-benchmark-run';
/** Records of each zone, including SOA and NS. */
const RECORDS_A_ZONE = 10;

export type NameServer = { port: number; apiUrl: string; database: string };

export const zoneName = (number: number): string => `zone-${number}.example`;

/** The zone of a customer with a connected domain, and a few hosts. */
const recordsSql = (zones: number) => `
  insert into records (domain_id, name, type, content, ttl, auth)
  select id, trim(both '.' from host || '.' || domains.name), wanted.type, content, 3600, true
  from domains, (values
    ('', 'SOA', 'ns1.bench.example. hostmaster.bench.example. 1 7200 900 1209600 300'),
    ('', 'NS', 'ns1.bench.example'), ('', 'TXT', '"postern-verification=abc"'),
    ('', 'TXT', '"v=spf1 include:spf.zone-1.example ~all"'), ('', 'MX', '10 mx1.bench.example'),
    ('', 'A', '192.0.2.10'), ('www', 'CNAME', 'site.bench.example'), ('shop', 'A', '192.0.2.11'),
    ('blog', 'A', '192.0.2.12'), ('spf', 'TXT', '"v=spf1 ip4:192.0.2.0/24 ~all"')) as wanted (host, type, content)
  where domains.id <= ${zones}`;

/** PowerDNS on loopback, with this many zones of ten records in its own database; with its usual caches if answers are measured. */
export async function startNameServer(
  folder: string,
  postgres: Postgres,
  defer: Defer,
  { zones, caches }: { zones: number; caches: boolean },
): Promise<NameServer> {
  const database = `powerdns_${zones}`;
  await postgres.run('postgres', `create database ${database}`);
  await postgres.run(
    database,
    readFileSync(SCHEMA, 'utf8'),
    `insert into domains (name, type, account) select 'zone-' || number || '.example', 'NATIVE', 'postern' from generate_series(1, ${zones}) as number`,
    recordsSql(zones),
    'analyze',
  );
  const [port, apiPort] = [await freePort(), await freePort()];
  const settings = {
    launch: 'gpgsql',
    'gpgsql-host': '127.0.0.1',
    'gpgsql-port': postgres.port,
    'gpgsql-dbname': database,
    'gpgsql-user': 'bench',
    'gpgsql-dnssec': 'no',
    'local-address': '127.0.0.1',
    'local-port': port,
    'socket-dir': folder,
    'webserver-port': apiPort,
    'api-key': API_KEY,
    api: 'yes',
    webserver: 'yes',
    'webserver-allow-from': '127.0.0.1',
    daemon: 'no',
    guardian: 'no',
    'write-pid': 'no',
    'disable-syslog': 'yes',
    loglevel: 3,
    'zone-cache-refresh-interval': 0,
    'security-poll-suffix': '',
    ...(caches ? {} : { 'cache-ttl': 0, 'query-cache-ttl': 0, 'negquery-cache-ttl': 0 }),
  };
  const config = path.join(folder, `pdns-${database}.conf`);
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const server = await spawnProcess({
    command: '/usr/sbin/pdns_server',
    args: [`--config-dir=${folder}`, `--config-name=${database}`],
    ready: { line: /Creating backend connection|ready to distribute|done launching/i },
  });
  defer(async () => void (await server.end('SIGTERM')));
  return { port, apiUrl: `http://127.0.0.1:${apiPort}`, database };
}

/** The number of records in all filled zones. */
export const recordsIn = (zones: number): number => zones * RECORDS_A_ZONE;
