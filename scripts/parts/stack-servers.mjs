import { execFile } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { logTail, portAnswers, waitFor } from './stack-process.mjs';

const run = promisify(execFile);
/** PowerDNS's own. */
const SECONDARY_SCHEMA = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';
const POSTGRES = '/usr/lib/postgresql/15/bin';

const psqlAt =
  (port) =>
  (database, ...args) => {
    const place = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postern', '-d', database];
    return run('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...place, ...args]);
  };

/** Creates the missing databases, and the roles of the servers that read them. `powerDns` resolves when its database is ready. */
export async function startPostgres({ dir, ports, start, endsAt }) {
  const data = path.join(dir, 'postgres');
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const options = [
      '-U',
      'postern',
      '--auth=trust',
      '--no-sync',
      '--no-instructions',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ];
    await run('/usr/bin/setpriv', [...asPostgres, `${POSTGRES}/initdb`, '-D', data, ...options], { cwd: '/' });
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    port: ports.all.postgres,
    unix_socket_directories: path.join(dir, 'run/postgres'),
    // A stack needn't survive a power cut.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
  };
  const server = start('postgres', {
    command: `${POSTGRES}/postgres`,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    user: 'postgres',
    stopSignal: 'SIGINT',
  });
  const psql = psqlAt(ports.all.postgres);
  const answers = portAnswers(ports.all.postgres);
  const isReady = async () =>
    (await answers()) &&
    psql('postgres', '-c', 'select 1').then(
      () => true,
      () => false,
    );
  await waitFor('PostgreSQL', {
    isReady,
    process: server,
    endsAt,
    readLog: logTail(path.join(dir, 'log/postgres.out')),
  });
  const roles = ['-f', path.join(dir, 'config/postgresql/roles.sql')];
  const made = await psql(
    'postgres',
    ...roles,
    '-At',
    '-c',
    "select datname from pg_database where datname = 'powerdns'",
  );
  if (made.stdout !== '') return { powerDns: Promise.resolve() };
  await psql('postgres', '-c', 'create database postern');
  const schema = ['-c', 'set role powerdns', '-f', '/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql'];
  const powerDns = psql(
    'postgres',
    '-c',
    'create database powerdns owner powerdns',
    '-c',
    '\\connect powerdns',
    ...schema,
  );
  powerDns.catch(() => {});
  return { powerDns };
}

export async function startDovecot({ dir, ports, start, endsAt }) {
  const config = path.join(dir, 'config/dovecot');
  const levels = ['strict', 'basic', 'off'].map((level) => path.join(config, 'sieve', `${level}.sieve`));
  const server = start('dovecot', { command: '/usr/sbin/dovecot', args: ['-F', '-c', `${config}/dovecot.conf`] });
  await run('sievec', ['-c', `${config}/dovecot.conf`, '-x', '+spamtest +spamtestplus', path.join(config, 'sieve')]);
  for (const level of levels) chmodSync(level.replace(/sieve$/, 'svbin'), 0o644);
  const readLog = logTail(path.join(dir, 'log/dovecot.log'));
  for (const port of [ports.all.imap, ports.all.doveadm])
    await waitFor('Dovecot', { isReady: portAnswers(port), process: server, endsAt, readLog });
}

export async function startRspamd({ dir, ports, start, endsAt }) {
  const config = path.join(dir, 'config/rspamd');
  const folders = {
    LOCAL_CONFDIR: config,
    DBDIR: `${dir}/state/rspamd`,
    RUNDIR: `${dir}/state/rspamd`,
    LOGDIR: `${dir}/log/rspamd`,
  };
  const variables = Object.entries(folders).map(([name, value]) => `--var=${name}=${value}`);
  const server = start('rspamd', {
    command: '/usr/bin/rspamd',
    args: ['-u', '_rspamd', '-g', '_rspamd', '-f', '-c', `${config}/rspamd.conf`, ...variables],
  });
  const readLog = () =>
    logTail(path.join(dir, 'log/rspamd.out'))() + logTail(path.join(dir, 'log/rspamd/rspamd.log'))();
  await waitFor('Rspamd', { isReady: portAnswers(ports.all.rspamd), process: server, endsAt, readLog });
}

export async function startPowerDns({ dir, ports, start, endsAt }) {
  const server = start('powerdns', { command: '/usr/sbin/pdns_server', args: [`--config-dir=${dir}/config/powerdns`] });
  const readLog = logTail(path.join(dir, 'log/powerdns.out'));
  await waitFor('PowerDNS', { isReady: portAnswers(ports.all.dnsApi), process: server, endsAt, readLog });
}

/** The second name server, which copies the zones of the first. Its database is made as docs/operate.md says. */
export async function startSecondaryDns({ dir, ports, start, endsAt }) {
  const folder = path.join(dir, 'state/powerdns-secondary');
  const config = path.join(dir, 'config/powerdns-secondary');
  const database = path.join(folder, 'zones.sqlite3');
  if (!existsSync(database)) await run('sqlite3', [database, `.read ${SECONDARY_SCHEMA}`]);
  await run('sqlite3', [database, `.read ${config}/setup.sql`]);
  await run('chown', ['-R', 'pdns:pdns', folder]);
  const server = start('powerdns-secondary', { command: '/usr/sbin/pdns_server', args: [`--config-dir=${config}`] });
  const readLog = logTail(path.join(dir, 'log/powerdns-secondary.out'));
  const isReady = portAnswers(ports.all.dnsSecondary);
  await waitFor('The second name server', { isReady, process: server, endsAt, readLog });
}

export async function startPostfix({ dir, ports, start, endsAt }) {
  const config = path.join(dir, 'config/postfix');
  // `postfix start` would spend seconds in shell scripts; -d keeps it a child of this process.
  const server = start('postfix', {
    command: '/usr/lib/postfix/sbin/master',
    args: ['-c', config, '-d'],
    env: { MAIL_CONFIG: config },
  });
  const readLog = () => logTail(path.join(dir, 'log/postfix.out'))() + logTail(path.join(dir, 'log/postfix.log'))();
  for (const port of [ports.all.smtp, ports.all.submission])
    await waitFor('Postfix', { isReady: portAnswers(port), process: server, endsAt, readLog });
}
