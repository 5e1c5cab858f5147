import { chmodSync, mkdirSync } from 'node:fs';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeMailFolders } from './make-mail-folders.mjs';
import { MAIL_DEFAULTS, renderMailConfig } from './render-mail-config.mjs';
import { logTail, portAnswers, waitFor } from './stack-process.mjs';

const run = promisify(execFile);

/** The ports of each backend, after those of the stack. */
const BACKEND_PORTS = ['imap', 'imaps', 'pop3', 'pop3s', 'lmtp', 'doveadm', 'quotaStatus', 'copy'];
const FIRST_BACKEND_PORT = 40;

export const backendDir = (dir, number) => path.join(dir, `b${number}`);

/** The ports of one of several Dovecot backends, counted from 1. `copy` is where another backend sends a mailbox. */
export function backendPorts(base, number) {
  const first = base + FIRST_BACKEND_PORT + (number - 1) * BACKEND_PORTS.length;
  return Object.fromEntries(BACKEND_PORTS.map((name, place) => [name, first + place]));
}

/**
 * What the stack's own Dovecot adds to a login's password where it is only a proxy: the backend that has the mailbox. Postfix
 * asks it too, as `smtp`, and needs the password only.
 */
export const PROXY_FIELDS = `, CASE WHEN '%s' <> 'smtp' THEN 'y' END AS proxy, \\
  (SELECT host FROM mail.place WHERE place.address = mail.current_address('%u')) AS host, \\
  (SELECT CASE '%s' WHEN 'pop3' THEN pop3_port WHEN 'lmtp' THEN lmtp_port ELSE imap_port END \\
  FROM mail.place WHERE place.address = mail.current_address('%u'))::text AS port`;

/** The proxy takes deliveries as well, and hands each recipient's to the backend. */
export const PROXY_EXTRA = 'protocol lmtp {\n  lmtp_proxy = yes\n}';

/** What `postern mail-backend set` is told about a backend. New mailboxes begin on the first. */
export function backendOptions(dir, base, number) {
  const { imap, pop3, lmtp, copy, doveadm } = backendPorts(base, number);
  const ports = { 'imap-port': imap, 'pop3-port': pop3, 'lmtp-port': lmtp, 'copy-port': copy };
  return [
    `b${number}`,
    ...['--doveadm', `http://127.0.0.1:${doveadm}`, '--host', '127.0.0.1', '--weight', number === 1 ? '1' : '0'],
    ...['--store-dir', path.join(backendDir(dir, number), 'mail')],
    ...Object.entries(ports).flatMap(([name, port]) => [`--${name}`, String(port)]),
  ];
}

/** The ports of the second entrance: a panel and a Postfix of its own, with the same database. */
export const secondPorts = (base) =>
  Object.fromEntries(
    ['panel', 'smtp', 'submission', 'submissions', 'comeback', 'filter'].map((name, place) => [
      name,
      base + 34 + place,
    ]),
  );

/** Starts the second MX. It delivers to the same proxy, and asks the same Rspamd. */
export async function startSecondMx({ dir, base, values, start, endsAt }) {
  const at = (...parts) => path.join(dir, 'mx2', ...parts);
  const ports = secondPorts(base);
  const loopback = (port) => `127.0.0.1:${port}`;
  const mine = {
    ...values,
    CONFIG_DIR: at('config'),
    STATE_DIR: at('state'),
    SPOOL_DIR: at('spool'),
    LOG_DIR: at('log'),
    POSTFIX_LOG: at('log/postfix.log'),
    SMTP_SERVICE: loopback(ports.smtp),
    SUBMISSION_SERVICE: loopback(ports.submission),
    SUBMISSIONS_SERVICE: loopback(ports.submissions),
    COMEBACK_PORT: String(ports.comeback),
  };
  openFolders(at, '', 'config', 'log');
  makeMailFolders({ ...MAIL_DEFAULTS, ...mine });
  renderMailConfig(mine, at('config'));
  const config = at('config/postfix');
  const server = start('postfix-2', {
    command: '/usr/lib/postfix/sbin/master',
    args: ['-c', config, '-d'],
    env: { MAIL_CONFIG: config },
  });
  const readLog = logTail(at('log/postfix.log'));
  await waitFor('The second Postfix', { isReady: portAnswers(ports.smtp), process: server, endsAt, readLog });
}

function openFolders(at, ...folders) {
  for (const folder of folders) {
    mkdirSync(at(folder), { recursive: true });
    chmodSync(at(folder), 0o755);
  }
}

/** Starts the backends. Each has its own configuration and mail, and reads the same views. */
export async function startBackends({ dir, base, values, count, start, endsAt }) {
  for (let number = 1; number <= count; number += 1) {
    const home = backendDir(dir, number);
    const at = (...parts) => path.join(home, ...parts);
    const ports = backendPorts(base, number);
    const mine = {
      ...values,
      INSTANCE: `${values.INSTANCE}-${number}`,
      CONFIG_DIR: at('config'),
      RUN_DIR: at('run'),
      STATE_DIR: at('state'),
      SPOOL_DIR: at('spool'),
      LOG_DIR: at('log'),
      MAIL_DIR: at('mail'),
      DOVECOT_LOG: at('log/dovecot.log'),
      IMAP_PORT: String(ports.imap),
      IMAPS_PORT: String(ports.imaps),
      POP3_PORT: String(ports.pop3),
      POP3S_PORT: String(ports.pop3s),
      LMTP_PORT: String(ports.lmtp),
      DOVEADM_PORT: String(ports.doveadm),
      QUOTA_STATUS_PORT: String(ports.quotaStatus),
      PROXY_FIELDS: '',
      DOVECOT_EXTRA: `${values.DOVECOT_EXTRA.replace(PROXY_EXTRA, '')}
doveadm_password = ${values.DOVEADM_KEY}
service doveadm {
  inet_listener copy {
    address = 127.0.0.1
    port = ${ports.copy}
  }
}`,
    };
    openFolders(at, '', 'config', 'run', 'log');
    makeMailFolders({ ...MAIL_DEFAULTS, ...mine });
    renderMailConfig(mine, at('config'));
    const config = at('config/dovecot');
    await run('sievec', ['-c', `${config}/dovecot.conf`, '-x', '+spamtest +spamtestplus', `${config}/sieve`]);
    for (const level of ['strict', 'basic', 'off']) chmodSync(`${config}/sieve/${level}.svbin`, 0o644);
    const server = start(`backend-${number}`, {
      command: '/usr/sbin/dovecot',
      args: ['-F', '-c', `${config}/dovecot.conf`],
    });
    const readLog = logTail(at('log/dovecot.log'));
    for (const port of [ports.imap, ports.lmtp, ports.copy])
      await waitFor(`Dovecot backend ${number}`, { isReady: portAnswers(port), process: server, endsAt, readLog });
  }
}
