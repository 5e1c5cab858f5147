import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NEEDED = [
  { name: 'postgresql-15', file: '/usr/lib/postgresql/15/bin/postgres' },
  { name: 'wrk', file: '/usr/bin/wrk' },
  { name: 'pdns-server', file: '/usr/sbin/pdns_server' },
  { name: 'pdns-backend-pgsql', file: '/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql' },
  { name: 'nginx-light', file: '/usr/sbin/nginx' },
  { name: 'php8.2-fpm', file: '/usr/sbin/php-fpm8.2' },
  { name: 'php8.2-pgsql', file: '/etc/php/8.2/fpm/conf.d/20-pdo_pgsql.ini' },
  { name: 'php8.2-mbstring', file: '/etc/php/8.2/fpm/conf.d/20-mbstring.ini' },
];
const POLICY = '/usr/sbin/policy-rc.d';

const aptGet = (args: string[], cwd = '/') =>
  spawnSync('apt-get', ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], {
    cwd,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Installs what is missing without starting services, as the benchmark runs its own with its own settings. */
function installPackages(): void {
  const missing = NEEDED.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  if (missing.length === 0) return;
  const line = `apt-get install --no-install-recommends ${missing.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    throw new Error(`The benchmark needs these Debian packages; install them and run it again:\n  ${line}`);
  process.stderr.write(`Installing ${missing.join(', ')} ...\n`);
  const ownPolicy = !existsSync(POLICY);
  if (ownPolicy) {
    writeFileSync(POLICY, '#!/bin/sh\nexit 101\n');
    chmodSync(POLICY, 0o755);
  }
  try {
    const install = () => aptGet(['install', '--no-install-recommends', ...missing]);
    if (!install() && !(aptGet(['update']) && install())) throw new Error(`This failed: ${line}`);
  } finally {
    if (ownPolicy) rmSync(POLICY);
  }
}

/**
 * Installs the system packages and unpacks Debian's PostfixAdmin into `cache`, as installing it would set up its own web server
 * and database. Returns the folder that contains its `/`.
 */
export function installPeers(cache: string): string {
  installPackages();
  const unpacked = path.join(cache, 'postfixadmin');
  if (existsSync(path.join(unpacked, 'usr/share/postfixadmin'))) return unpacked;
  mkdirSync(cache, { recursive: true });
  const download = () => aptGet(['download', 'postfixadmin'], cache);
  if (!download() && !(aptGet(['update']) && download())) throw new Error('Debian’s postfixadmin can’t be downloaded.');
  const file = readdirSync(cache).find((name) => /^postfixadmin_.*[.]deb$/.test(name));
  if (file === undefined) throw new Error('apt-get download left no postfixadmin package.');
  execFileSync('dpkg-deb', ['-x', path.join(cache, file), unpacked]);
  return unpacked;
}
