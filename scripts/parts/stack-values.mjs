import { randomBytes } from 'node:crypto';
import path from 'node:path';

const secret = () => randomBytes(18).toString('base64url');

const PORT_NAMES = [
  'panel',
  'smtp',
  'submission',
  'imap',
  'pop3',
  'lmtp',
  'doveadm',
  'dns',
  'dnsApi',
  'rspamd',
  'postgres',
];
const INNER_NAMES = ['filter', 'quotaStatus', 'submissions', 'imaps', 'pop3s', 'comeback', 'dnsSecondary'];

/** The ports of a stack: those it prints, and those that its servers use among themselves. All are consecutive from `base`. */
export function stackPorts(base) {
  const all = [...PORT_NAMES, ...INNER_NAMES].map((name, place) => [name, base + place]);
  return { shown: Object.fromEntries(all.slice(0, PORT_NAMES.length)), all: Object.fromEntries(all) };
}

/** The template settings for a stack in one folder on the loopback address: small, fast, and nothing leaves the machine. */
export function stackValues(dir, ports) {
  const at = (...parts) => path.join(dir, ...parts);
  const loopback = (port) => `127.0.0.1:${port}`;
  return {
    INSTANCE: `postern-${ports.panel}`,
    HOSTNAME: 'mx.postern.localhost',
    CONFIG_DIR: at('config'),
    RUN_DIR: at('run'),
    STATE_DIR: at('state'),
    SPOOL_DIR: at('spool'),
    LOG_DIR: at('log'),
    MAIL_DIR: at('mail'),
    // A user that every Debian has, as a stack must not leave one behind.
    MAIL_USER: 'mail',
    DOVECOT_LOG: at('log/dovecot.log'),
    POSTFIX_LOG: at('log/postfix.log'),
    DOVECOT_LISTEN: '127.0.0.1',
    POSTFIX_LISTEN: '127.0.0.1',
    POSTFIX_PROTOCOLS: 'ipv4',
    DNS_LISTEN: '127.0.0.1',
    DOVECOT_FSYNC: 'never',
    DOVECOT_SSL: 'yes',
    TLS_CERTIFICATE: at('config/tls/certificate.pem'),
    TLS_KEY: at('config/tls/key.pem'),
    TLS_BEFORE_PASSWORD: 'no',
    SUBMISSION_TLS: 'may',
    SMTP_SERVICE: loopback(ports.smtp),
    SUBMISSION_SERVICE: loopback(ports.submission),
    SUBMISSIONS_SERVICE: loopback(ports.submissions),
    IMAP_PORT: String(ports.imap),
    IMAPS_PORT: String(ports.imaps),
    POP3_PORT: String(ports.pop3),
    POP3S_PORT: String(ports.pop3s),
    LMTP_PORT: String(ports.lmtp),
    DOVEADM_PORT: String(ports.doveadm),
    DOVEADM_KEY: secret(),
    QUOTA_STATUS_PORT: String(ports.quotaStatus),
    RSPAMD_PORT: String(ports.rspamd),
    FILTER_PORT: String(ports.filter),
    COMEBACK_PORT: String(ports.comeback),
    FILTER_TOKEN: secret(),
    DNS_PORT: String(ports.dns),
    DNS_API_PORT: String(ports.dnsApi),
    POWERDNS_KEY: secret(),
    SECONDARY_DNS: loopback(ports.dnsSecondary),
    PRIMARY_DNS: loopback(ports.dns),
    TRANSFER_KEY: randomBytes(32).toString('base64'),
    SECONDARY_DNS_DATABASE: at('state/powerdns-secondary/zones.sqlite3'),
    SECONDARY_DNS_LISTEN: '127.0.0.1',
    SECONDARY_DNS_PORT: String(ports.dnsSecondary),
    SECONDARY_DNS_RUN_DIR: at('state/powerdns-secondary'),
    DATABASE_PORT: String(ports.postgres),
    MAILRO_PASSWORD: secret(),
    MAILUSAGE_PASSWORD: secret(),
    POWERDNS_PASSWORD: secret(),
    DNS_RESOLVER: loopback(ports.dns),
    DNS_RETRANSMITS: '1',
    DNS_CHECKS: 'false',
    POSTMASTER: 'operator@postmaster.test',
    OUTBOUND_TRANSPORT: 'error:5.4.4 This mail system delivers inside only',
    PUBLIC_SUFFIX_LIST: at('config/suffixes'),
    RSPAMD_QUICK_START: 'true',
    // Here all wrong passwords come from one address, so no penalty for it.
    DOVECOT_EXTRA:
      'auth_failure_delay = 0\nservice anvil {\n  unix_listener anvil-auth-penalty {\n    mode = 0\n  }\n}',
  };
}
