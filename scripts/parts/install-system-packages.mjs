import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const hasJapaneseFont = () =>
  existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc') ||
  (spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';

const fileOf = (name, file) => ({ name, isThere: () => existsSync(file) });

const POSTGRESQL = fileOf('postgresql-15', '/usr/lib/postgresql/15/bin/postgres');

/** The programs that `npm run stack` starts, with their Debian packages. */
export const MAIL_SERVERS = [
  POSTGRESQL,
  fileOf('dovecot-imapd', '/usr/lib/dovecot/imap'),
  fileOf('dovecot-pop3d', '/usr/lib/dovecot/pop3'),
  fileOf('dovecot-lmtpd', '/usr/lib/dovecot/lmtp'),
  fileOf('dovecot-pgsql', '/usr/lib/dovecot/modules/libdriver_pgsql.so'),
  fileOf('dovecot-sieve', '/usr/bin/sievec'),
  fileOf('postfix', '/usr/lib/postfix/sbin/master'),
  fileOf('postfix-pgsql', '/usr/lib/postfix/postfix-pgsql.so'),
  fileOf('rspamd', '/usr/bin/rspamd'),
  fileOf('pdns-server', '/usr/sbin/pdns_server'),
  fileOf('pdns-backend-pgsql', '/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql'),
  // The second name server.
  fileOf('pdns-backend-sqlite3', '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'),
  fileOf('sqlite3', '/usr/bin/sqlite3'),
  fileOf('openssl', '/usr/bin/openssl'),
];

/** The programs and files that the tests need. */
export const TEST_TOOLS = [
  fileOf('chromium-headless-shell', '/usr/bin/chromium-headless-shell'),
  { name: 'fonts-noto-cjk', isThere: hasJapaneseFont },
  fileOf('bind9-dnsutils', '/usr/bin/dig'),
  fileOf('bind9-utils', '/usr/bin/named-checkzone'),
  fileOf('curl', '/usr/bin/curl'),
  fileOf('isync', '/usr/bin/mbsync'),
  fileOf('swaks', '/usr/bin/swaks'),
  // swaks needs it for TLS; its path contains the machine's architecture.
  { name: 'libnet-ssleay-perl', isThere: () => spawnSync('perl', ['-MNet::SSLeay', '-e', '1']).status === 0 },
  fileOf('pgbouncer', '/usr/sbin/pgbouncer'),
  // They try the files of deploy/proxy.
  fileOf('nginx', '/usr/sbin/nginx'),
  fileOf('caddy', '/usr/bin/caddy'),
  fileOf('python3-dkim', '/usr/lib/python3/dist-packages/dkim/__init__.py'),
  fileOf('python3-spf', '/usr/lib/python3/dist-packages/spf.py'),
  ...MAIL_SERVERS,
];

/**
 * Packages that only the long suite needs: it evaluates the alert rules, follows the operator's guide on a bare machine, and has Patroni
 * promote.
 */
export const LONG_TEST_TOOLS = [
  fileOf('prometheus', '/usr/bin/prometheus'),
  fileOf('debootstrap', '/usr/sbin/debootstrap'),
  fileOf('systemd-container', '/usr/bin/systemd-nspawn'),
  fileOf('patroni', '/usr/bin/patroni'),
  fileOf('python3-etcd', '/usr/lib/python3/dist-packages/etcd/__init__.py'),
  fileOf('etcd-server', '/usr/bin/etcd'),
];

/** The prefix to run a command as root; null if this user can't become root without a password. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

function aptGet(prefix, ...args) {
  // Other installs on the machine may hold dpkg's lock for minutes.
  const words = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-y',
    '-qq',
    '-o',
    'DPkg::Lock::Timeout=600',
    ...args,
  ];
  return spawnSync(words[0], words.slice(1), { stdio: ['ignore', 2, 2] }).status === 0;
}

/** Postfix's installer would ask for a configuration; ours is elsewhere. */
function answerForPostfix(prefix) {
  const words = [...prefix, 'debconf-set-selections'];
  const input = 'postfix postfix/main_mailer_type select No configuration\n';
  spawnSync(words[0], words.slice(1), { input, stdio: ['pipe', 2, 2] });
}

/** Installs what is missing on Debian. If it can't, throws with the command to run. */
export function installSystemPackages(needed, whoNeeds) {
  const missing = needed.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing.length === 0) return;
  const prefix = existsSync('/usr/bin/apt-get') ? asRoot() : null;
  if (prefix) {
    process.stderr.write(`Installing ${missing.join(', ')} ...\n`);
    if (missing.includes('postfix')) answerForPostfix(prefix);
    const install = () => aptGet(prefix, 'install', '--no-install-recommends', ...missing);
    if (install() || (aptGet(prefix, 'update') && install())) return;
  }
  throw new Error(
    `${whoNeeds} these Debian packages: ${missing.join(' ')}\nInstall them and run this again:  apt-get install --no-install-recommends ${missing.join(' ')}`,
  );
}
