import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { inRoot } from './repository.mjs';

const TEMPLATES = inRoot('deploy/mail');
/** The users who read each server's files besides root. The files contain passwords. */
const READERS = {
  dovecot: 'dovecot',
  postfix: 'postfix',
  rspamd: '_rspamd',
  powerdns: 'pdns',
  postgresql: 'postgres',
  'powerdns-secondary': 'pdns',
};
const PLACEHOLDER = /@([A-Z][A-Z0-9_]*)@/g;

/** The defaults of the mail servers' settings. Settings without a default must be given. */
export const MAIL_DEFAULTS = {
  INSTANCE: 'postern',
  CONFIG_DIR: '/etc/postern',
  RUN_DIR: '/run/postern',
  STATE_DIR: '/var/lib/postern',
  SPOOL_DIR: '/var/spool/postern',
  LOG_DIR: '/var/log/postern',
  MAIL_DIR: '/var/lib/postern/mail',
  MAIL_USER: 'vmail',
  DOVECOT_LOG: '/var/log/postern/dovecot.log',
  POSTFIX_LOG: '/var/log/postern/postfix.log',
  DOVECOT_LISTEN: '*, ::',
  POSTFIX_LISTEN: 'all',
  POSTFIX_PROTOCOLS: 'all',
  // Empty: every address of this machine but loopback, where its resolver has port 53.
  DNS_LISTEN: '',
  DOVECOT_FSYNC: 'optimized',
  DOVECOT_SSL: 'required',
  TLS_BEFORE_PASSWORD: 'yes',
  SUBMISSION_TLS: 'encrypt',
  SMTP_SERVICE: 'smtp',
  SUBMISSION_SERVICE: 'submission',
  SUBMISSIONS_SERVICE: 'submissions',
  IMAP_PORT: '143',
  IMAPS_PORT: '993',
  POP3_PORT: '110',
  POP3S_PORT: '995',
  LMTP_PORT: '24',
  DOVEADM_PORT: '8081',
  QUOTA_STATUS_PORT: '8082',
  RSPAMD_PORT: '8083',
  FILTER_PORT: '8084',
  COMEBACK_PORT: '8086',
  DNS_PORT: '53',
  DNS_API_PORT: '8085',
  DATABASE_HOST: '127.0.0.1',
  DATABASE_PORT: '5432',
  DATABASE_NAME: 'postern',
  DNS_DATABASE_NAME: 'powerdns',
  SECONDARY_DNS: '',
  PRIMARY_DNS: '',
  TRANSFER_KEY: '',
  SECONDARY_DNS_DATABASE: '/var/lib/powerdns/pdns.sqlite3',
  SECONDARY_DNS_LISTEN: '0.0.0.0',
  SECONDARY_DNS_PORT: '53',
  SECONDARY_DNS_RUN_DIR: '/run/pdns',
  DNS_RESOLVER: '127.0.0.1:53',
  DNS_RETRANSMITS: '3',
  DNS_CHECKS: 'true',
  // Who reads mail for postmaster; empty: it is refused.
  POSTMASTER: '',
  OUTBOUND_TRANSPORT: 'smtp',
  OUTBOUND_TLS_POLICIES: '',
  RSPAMD_REDIS: '',
  RSPAMD_PROFILE: '',
  GREYLISTING: 'false',
  PUBLIC_SUFFIX_LIST: '/usr/share/rspamd/effective_tld_names.dat',
  RSPAMD_QUICK_START: 'false',
  DOVECOT_EXTRA: '',
  // From where the panel may open mailboxes, to import mail into them.
  PANEL_ADDRESSES: '127.0.0.1',
  // More columns of Dovecot's password query, where it is a proxy in front of others.
  PROXY_FIELDS: '',
};

/** The operator's settings: one `NAME=value` per line, `#` begins a comment. */
export function readMailValues(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const pairs = lines.map((line) => /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line)).filter(Boolean);
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
}

/**
 * How each mail server is told where the database is. Of several servers libpq takes the one that takes writes: a standby may be behind, and
 * mail for a mailbox that it doesn't have yet would bounce. `tcp_user_timeout` ends the wait for a machine that vanished.
 */
function databaseValues({ DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, MAILRO_PASSWORD }) {
  const [hosts, ports] = [DATABASE_HOST, DATABASE_PORT].map((value) => value.split(/\s*,\s*/));
  if ([...hosts, ...ports].includes('') || (ports.length > 1 && ports.length !== hosts.length))
    throw new Error(
      'DATABASE_HOST and DATABASE_PORT: write as many ports as hosts, or one for all, separated by commas.',
    );
  const [host, port] = [hosts.join(','), hosts.map((_, place) => ports[place] ?? ports[0]).join(',')];
  if (hosts.length === 1)
    return { DATABASE_PLACE: `host=${host} port=${port}`, POSTFIX_DATABASE: `${host}:${port}`, DNS_DATABASE_EXTRA: '' };
  const extra = { target_session_attrs: 'read-write', connect_timeout: '3', tcp_user_timeout: '3000' };
  const words = Object.entries(extra).map(([name, value]) => `${name}=${value}`);
  // Postfix would split the list at a comma that isn't encoded, and doesn't add the user to an address like this.
  const query = new URLSearchParams({ host, port, ...extra });
  return {
    DATABASE_HOST: host,
    DATABASE_PORT: port,
    DATABASE_PLACE: `host=${host} port=${port} ${words.join(' ')}`,
    POSTFIX_DATABASE: `postgresql://mailro:${encodeURIComponent(MAILRO_PASSWORD ?? '')}@/${DATABASE_NAME}?${query}`,
    DNS_DATABASE_EXTRA: `gpgsql-extra-connection-parameters=${words.join(' ')}`,
  };
}

/** Values that are made of others, and may be empty. */
const MADE = ['DNS_DATABASE_EXTRA', 'POSTMASTER_ALIAS', 'POSTMASTER_ACCESS'];

/** Postfix's answers about `postmaster` at this server's name, which belongs to no customer (RFC 5321 §4.5.1). */
function postmasterValues({ POSTMASTER, HOSTNAME }) {
  if (POSTMASTER === '') return { POSTMASTER_ALIAS: '', POSTMASTER_ACCESS: '' };
  if (!/^[^\s@,={}]+@[^\s@,={}]+$/.test(POSTMASTER))
    throw new Error('POSTMASTER must be one address, such as ops@your.example');
  const name = `postmaster@${HOSTNAME}`.toLowerCase();
  return {
    POSTMASTER_ALIAS: `inline:{${name}=${POSTMASTER}},`,
    POSTMASTER_ACCESS: `check_recipient_access inline:{${name}=OK}, `,
  };
}

/**
 * Where the name server listens unless told otherwise. All addresses (0.0.0.0) would take 127.0.0.1:53 from the resolver that Rspamd and
 * Postfix ask. Link-local addresses need a zone, and nobody outside asks there.
 * @internal exported for tests
 */
export function ownAddresses(interfaces = networkInterfaces()) {
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  const own = all.filter(({ internal, address }) => !internal && !/^(fe80|169\.254\.)/i.test(address));
  if (own.length === 0) throw new Error('This machine has no address but loopback: write DNS_LISTEN=ADDRESS.');
  return own.map(({ address }) => address).join(', ');
}

/** The folder of templates for the second name server, and the settings that it needs: all or none. */
const SECONDARY_FOLDER = 'powerdns-secondary';
const SECONDARY_SETTINGS = ['SECONDARY_DNS', 'PRIMARY_DNS', 'TRANSFER_KEY'];

/** Whether there is a second name server. */
function hasSecondary(values) {
  const missing = SECONDARY_SETTINGS.filter((name) => !values[name]);
  if (missing.length > 0 && missing.length < SECONDARY_SETTINGS.length)
    throw new Error(
      `A second name server needs all of ${SECONDARY_SETTINGS.join(', ')}; missing: ${missing.join(', ')}`,
    );
  return missing.length === 0;
}

/**
 * Writes the configuration of all mail servers into `folder`, from the templates of deploy/mail. Throws with the names of
 * all placeholders without a value and all values without a placeholder.
 */
export function renderMailConfig(values, folder) {
  const given = { ...MAIL_DEFAULTS, ...values };
  const made = { ...databaseValues(given), ...postmasterValues(given) };
  const all = { ...given, ...made, DNS_LISTEN: given.DNS_LISTEN || ownAddresses() };
  if (all.RSPAMD_REDIS !== '') all.RSPAMD_PROFILE = `.include "${all.CONFIG_DIR}/rspamd/redis.conf"`;
  else if (all.GREYLISTING === 'true') throw new Error('GREYLISTING needs RSPAMD_REDIS, such as 127.0.0.1:6379');
  const used = new Set();
  const missing = new Set();
  const isWanted = (file) => hasSecondary(all) || !file.startsWith(SECONDARY_FOLDER);
  const rendered = listTemplates(isWanted).map((file) => ({
    file,
    text: readFileSync(path.join(TEMPLATES, file), 'utf8').replace(PLACEHOLDER, (_, name) => {
      used.add(name);
      // An empty secret would be no secret. Settings that may be empty have an empty default.
      if (!all[name] && MAIL_DEFAULTS[name] !== '' && !MADE.includes(name)) missing.add(name);
      return all[name];
    }),
  }));
  if (missing.size > 0) throw new Error(`These settings need a value: ${[...missing].join(', ')}`);
  const unknown = Object.keys(values).filter((name) => !used.has(name) && !(name in MAIL_DEFAULTS));
  if (unknown.length > 0) throw new Error(`No template has these settings: ${unknown.join(', ')}`);
  for (const { file, text } of rendered) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 });
    writeFileSync(target, text);
    chmodSync(target, isOpen(file) ? 0o644 : 0o640);
  }
  for (const [server, group] of Object.entries(READERS))
    if (isWanted(server)) execFileSync('chgrp', ['-R', group, path.join(folder, server)]);
}

/**
 * Files without secrets that others read: Dovecot's users their scripts, and whoever runs a command of Postfix its settings, such as the panel
 * that asks for the queue.
 */
export const isOpen = (file) => file.endsWith('.sieve') || ['postfix/main.cf', 'postfix/master.cf'].includes(file);

function listTemplates(isWanted) {
  return readdirSync(TEMPLATES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(TEMPLATES, path.join(entry.parentPath, entry.name)))
    .filter(isWanted);
}
