import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseDomainName, parseEmailAddress } from '@postern/domain/addresses';
import { serverUrls, WrongServers } from '../db/servers/server-urls.ts';
import { type DnsConfig, DNS_SETTINGS, dnsOf } from './dns-config.ts';
import { DOMAIN_CONNECT_SETTINGS, type DomainConnectConfig, domainConnectOf } from './domain-connect-config.ts';
import { ENTRI_SETTINGS, entriOf } from './entri-config.ts';
import { REFERRAL_SETTINGS, referralOf } from './referral-config.ts';
import { VIES_SETTINGS, viesOf } from './vies-config.ts';
import { MAIL_SETTINGS, type MailConfig, mailOf } from './mail-config.ts';
import { PAYMENT_SETTINGS, type PaymentConfig, paymentOf } from './payment-config.ts';
import { IMPORT_SETTINGS, type ImportConfig, importOf } from './import-config.ts';
import { type Retention, RETENTION_SETTINGS, retentionOf } from './retention-config.ts';
import { SECURITY_SETTINGS, type SecurityContact, securityContactOf } from './security-contact.ts';
import {
  ConfigError,
  type Environment,
  fileOf,
  folderOf,
  integerOf,
  type Mode,
  oneOf,
  portOf,
  readSettings,
  refuseReserved,
  type Settings,
  urlOf,
} from './setting-values.ts';
import { type TracesConfig, tracesOf } from './traces-config.ts';

export { ConfigError };

export type Config = MailConfig & {
  mode: Mode;
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Null: this process receives no mail. */
  smtpPort: number | null;
  dns: DnsConfig;
  domainConnect: DomainConnectConfig;
  /** The operator's account at Entri; null without one. */
  entri: ReturnType<typeof entriOf>;
  /** The operator's account at Cello; null without one. */
  referral: ReturnType<typeof referralOf>;
  /** Where VAT numbers are checked; null: nowhere. */
  vies: ReturnType<typeof viesOf>;
  mailImport: ImportConfig;
  secretKey: Buffer;
  /** The secret with which the operator's webmail signs its tokens; null: it can't sign people in. */
  webmailSecret: Buffer | null;
  mailerUrl: string | null;
  mailerFrom: string;
  payment: PaymentConfig;
  /** Address ranges by country, for the sanctions screen; null: nobody is screened. */
  countryFile: string | null;
  /** What anyone may open at the panel's own address, in addition to the panel. */
  shows: { apiDocs: boolean; metrics: boolean };
  /** Where the metrics are instead; null: nowhere else. */
  metricsAddress: { host: string; port: number } | null;
  /** To whom security problems are reported; null: nobody is named. */
  securityContact: SecurityContact | null;
  /** Where the backups of the whole service are; null: they aren't watched. */
  backupDir: string | null;
  /** Whether names may be ones that nobody else can resolve. */
  isRehearsal: boolean;
  /** How long data is kept. */
  keep: Retention;
  /** Whether orders are renewed, stopped and ended automatically. */
  doesRenew: boolean;
  /** Where OpenTelemetry's traces go; null: nowhere. */
  traces: TracesConfig | null;
  logLevel: string;
  /** What processes of ours inherit of the environment: where certificates are that they must trust, and no secret. */
  inherited: Record<string, string>;
  trustProxy: boolean;
  poolSize: number;
  /** Whether `DATABASE_URL` leads through a pooler in transaction mode. */
  isPooled: boolean;
  /** How long a process that is told to end still takes requests. */
  drainSeconds: number;
  /** Whether `npm start` started the server. It doesn't pass signals on, so the server ends when npm does. */
  endsWithNpm: boolean;
};

const SETTINGS = [
  'POSTERN_MODE',
  'POSTERN_REHEARSAL',
  'POSTERN_HOST',
  'POSTERN_PORT',
  'POSTERN_PUBLIC_URL',
  'POSTERN_DATA_DIR',
  'POSTERN_SMTP_PORT',
  ...MAIL_SETTINGS,
  'POSTERN_SECRET_KEY',
  'POSTERN_WEBMAIL_SECRET',
  'POSTERN_MAILER_URL',
  'POSTERN_MAILER_FROM',
  'POSTERN_API_DOCS',
  'POSTERN_METRICS',
  'POSTERN_LOG_LEVEL',
  'POSTERN_TRUST_PROXY',
  'POSTERN_DATABASE_POOL',
  'POSTERN_DATABASE_POOLER',
  'POSTERN_DRAIN_SECONDS',
  'POSTERN_COUNTRY_FILE',
  'POSTERN_BACKUP_DIR',
  'POSTERN_RENEWALS',
  ...SECURITY_SETTINGS,
  ...DNS_SETTINGS,
  ...DOMAIN_CONNECT_SETTINGS,
  ...ENTRI_SETTINGS,
  ...REFERRAL_SETTINGS,
  ...VIES_SETTINGS,
  ...IMPORT_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...RETENTION_SETTINGS,
];

/** Reads the environment; nothing else does. Throws ConfigError with a line for each setting that is missing or wrong. */
export const readConfig = (env: Environment): Config => readSettings(env, configOf);

function configOf(settings: Settings): Config {
  const { env, mode } = settings;
  for (const name of Object.keys(env))
    if (name.startsWith('POSTERN_') && !SETTINGS.includes(name))
      settings.refuse(
        `${name} is not a Postern setting. docs/operate.md lists all settings; correct the name or leave it out.`,
      );
  if (mode === 'production') requireForProduction(settings);
  const port = portOf(settings, 'POSTERN_PORT', 8080) ?? 8080;
  const dataDir = folderOf(settings, 'POSTERN_DATA_DIR', '.data');
  return {
    mode,
    host: listenHostOf(settings),
    port,
    publicUrl: publicUrlOf(settings, port),
    dataDir,
    databaseUrl: databaseUrlOf(settings),
    smtpPort:
      env.POSTERN_SMTP_PORT === 'off'
        ? null
        : portOf(settings, 'POSTERN_SMTP_PORT', mode === 'production' ? null : 2525),
    ...mailOf(settings),
    dns: dnsOf(settings),
    domainConnect: domainConnectOf(settings),
    traces: tracesOf(settings),
    entri: entriOf(settings),
    referral: referralOf(settings),
    vies: viesOf(settings),
    mailImport: importOf(settings),
    secretKey: secretKeyOf(settings, dataDir),
    webmailSecret: webmailSecretOf(settings),
    mailerUrl: urlOf(settings, 'POSTERN_MAILER_URL', ['smtp:', 'smtps:']),
    mailerFrom: mailerFromOf(settings),
    payment: paymentOf(settings),
    countryFile: fileOf(settings, 'POSTERN_COUNTRY_FILE'),
    securityContact: securityContactOf(settings),
    keep: retentionOf(settings),
    doesRenew: oneOf(settings, 'POSTERN_RENEWALS', ['on', 'off'], 'on') === 'on',
    backupDir: backupDirOf(settings),
    isRehearsal: settings.isRehearsal,
    ...shownOf(settings),
    logLevel: oneOf(settings, 'POSTERN_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    trustProxy: oneOf(settings, 'POSTERN_TRUST_PROXY', ['true', 'false'], 'false') === 'true',
    inherited: inheritedOf(env),
    endsWithNpm: env['npm_lifecycle_event'] === 'start',
    poolSize: integerOf(settings, 'POSTERN_DATABASE_POOL', 10, 1, 200),
    isPooled: oneOf(settings, 'POSTERN_DATABASE_POOLER', ['none', 'transaction'], 'none') === 'transaction',
    drainSeconds: integerOf(settings, 'POSTERN_DRAIN_SECONDS', mode === 'production' ? 6 : 1, 0, 60),
  };
}

const INHERITED = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PGSSL\w+|TZ)$/;

const inheritedOf = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      INHERITED.test(name) && value !== undefined ? [[name, value] as const] : [],
    ),
  );

/** What has a default in evaluation that would be wrong for everybody else. */
const NEEDED_IN_PRODUCTION = {
  POSTERN_PUBLIC_URL: 'Write the address that people open, such as https://panel.example.com.',
  POSTERN_DATA_DIR: 'Write the folder for its files, such as /var/lib/postern-panel.',
  POSTERN_SECRET_KEY: 'Write at least 32 random characters, such as the output of: openssl rand -base64 32',
  DATABASE_URL: 'Write postgresql://user:password@host/database.',
  POSTERN_MAILER_URL: "Write the server that sends the panel's mail, such as smtps://user:password@relay.your.example.",
  POSTERN_MAILER_FROM: 'Write the address that this mail comes from, such as no-reply@example.com.',
  POSTERN_MAIL_HOSTNAME: "Write your mail server's name, which mail apps and MX records are told: mail.example.com.",
  POSTERN_TRUST_PROXY:
    'Write true if a proxy of yours sets X-Forwarded-For and X-Forwarded-Host, false if visitors reach the panel directly.',
};

function requireForProduction(settings: Settings): void {
  for (const [name, advice] of Object.entries(NEEDED_IN_PRODUCTION))
    if (!settings.env[name]) settings.refuse(`${name} is missing. ${advice}`);
}

function listenHostOf(settings: Settings): string {
  const host = settings.env['POSTERN_HOST'] || '127.0.0.1';
  if (isIP(host) === 0 && host !== 'localhost' && !parseDomainName(host).ok)
    settings.refuse(`POSTERN_HOST must be an address of this machine, such as 127.0.0.1; it is "${host}".`);
  return host;
}

/** Links are made by adding a path to it, and browsers compare origins with it. */
function publicUrlOf(settings: Settings, port: number): string {
  const isProduction = settings.mode === 'production';
  const url = urlOf(settings, 'POSTERN_PUBLIC_URL', isProduction ? ['https:'] : ['http:', 'https:']);
  if (url === null) return `http://localhost:${port}`;
  const { origin, hostname } = new URL(url);
  if (origin !== url.toLowerCase())
    settings.refuse(`POSTERN_PUBLIC_URL must be an address without a path or a user, such as ${origin}.`);
  if (
    isProduction &&
    !settings.isRehearsal &&
    (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
  )
    settings.refuse(`POSTERN_PUBLIC_URL is ${url}. Write a name that people can open, with a certificate for it.`);
  refuseReserved(settings, 'POSTERN_PUBLIC_URL', hostname);
  return origin;
}

/** The value has a password, so no message repeats it. */
function databaseUrlOf(settings: Settings): string | null {
  const url = settings.env['DATABASE_URL'] || null;
  if (url === null) return null;
  if (!/^postgres(ql)?:\/\//.test(url))
    settings.refuse(
      'DATABASE_URL must begin with postgresql://. In evaluation mode, leave it out to use the embedded database.',
    );
  else refuseServers(settings, url);
  return url;
}

function refuseServers(settings: Settings, url: string): void {
  try {
    const [first = url] = serverUrls(url);
    if (!URL.canParse(first))
      settings.refuse(
        'DATABASE_URL must be postgresql://user:password@host/database. In the password, write @ as %40, / as %2F, # as %23 and % as %25.',
      );
    else if (new URL(first).pathname.length < 2)
      settings.refuse('DATABASE_URL names no database. Write postgresql://user:password@host/database.');
  } catch (error) {
    if (!(error instanceof WrongServers)) throw error;
    settings.refuse(`DATABASE_URL ${error.message}.`);
  }
}

function mailerFromOf(settings: Settings): string {
  const given = settings.env['POSTERN_MAILER_FROM'];
  if (!given) return 'no-reply@postern.localhost';
  const parsed = parseEmailAddress(given);
  if (!parsed.ok)
    settings.refuse(
      `POSTERN_MAILER_FROM must be an address without a name, such as no-reply@example.com; it is "${given}".`,
    );
  else refuseReserved(settings, 'POSTERN_MAILER_FROM', parsed.value.domainName);
  return given;
}

/** In production the reference and the metrics are hidden unless the operator shows them: they say what runs here, and how busy it is. */
function shownOf(settings: Settings): Pick<Config, 'shows' | 'metricsAddress'> {
  const fallback = settings.mode === 'production' ? 'off' : 'on';
  const apiDocs = oneOf(settings, 'POSTERN_API_DOCS', ['on', 'off'], fallback) === 'on';
  const metrics = settings.env['POSTERN_METRICS'] || fallback;
  const [, host, port] = /^(\[[0-9a-f:]+\]|[^:\s]+):(\d{1,5})$/i.exec(metrics) ?? [];
  if (metrics !== 'on' && metrics !== 'off' && (host === undefined || Number(port) > 65_535))
    settings.refuse(`POSTERN_METRICS must be on, off, or an address such as 127.0.0.1:9464; it is "${metrics}".`);
  const metricsAddress = host === undefined ? null : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  return { shows: { apiDocs, metrics: metrics === 'on' }, metricsAddress };
}

/** The operator's key, or in evaluation a random one that is stored in the data folder. */
function webmailSecretOf(settings: Settings): Buffer | null {
  const given = settings.env['POSTERN_WEBMAIL_SECRET'] || null;
  if (given !== null && given.length < 32)
    settings.refuse(
      `POSTERN_WEBMAIL_SECRET must have at least 32 characters; it has ${given.length}. Write the output of: openssl rand -base64 32`,
    );
  return given === null ? null : Buffer.from(given);
}

function secretKeyOf(settings: Settings, dataDir: string): Buffer {
  const given = settings.env['POSTERN_SECRET_KEY'];
  if (given) {
    if (given.length < 32)
      settings.refuse(
        `POSTERN_SECRET_KEY must have at least 32 characters; it has ${given.length}. Write the output of: openssl rand -base64 32`,
      );
    return createHash('sha256').update(given).digest();
  }
  // A start that fails must not leave a key behind.
  if (settings.problems.length > 0) return Buffer.alloc(32);
  const file = path.join(dataDir, 'secret-key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return createHash('sha256').update(readFileSync(file, 'utf8').trim()).digest();
}

function backupDirOf(settings: Settings): string | null {
  const folder = settings.env['POSTERN_BACKUP_DIR'] || null;
  if (folder !== null && !path.isAbsolute(folder))
    settings.refuse(`POSTERN_BACKUP_DIR must be an absolute path, such as /var/backups/postern; it is "${folder}".`);
  return folder;
}
