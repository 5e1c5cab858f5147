import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MailHosts } from '@postern/domain/client-setup';
import { type DnsConfig, DNS_SETTINGS, dnsOf } from './dns-config.ts';
import { DOMAIN_CONNECT_SETTINGS, type DomainConnectConfig, domainConnectOf } from './domain-connect-config.ts';
import { ENTRI_SETTINGS, entriOf } from './entri-config.ts';
import { ConfigError, type Environment, fileOf, hostOf, integerOf, oneOf, portOf, urlOf } from './setting-values.ts';

export { ConfigError };

export type Config = {
  mode: 'evaluation' | 'production';
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Null: this process receives no mail. */
  smtpPort: number | null;
  mailHostname: string;
  /** The mail hosts for email apps, everywhere and in the EU region. */
  mailHosts: { everywhere: MailHosts; eu: MailHosts };
  /** Postfix and Dovecot, reached through Dovecot's doveadm service; null: the embedded mail store. */
  mailServers: {
    doveadmUrl: string;
    doveadmKey: string;
    /** The mail folder on Dovecot's machine. */
    storeDir: string;
    /** The loopback port that Rspamd sends its queries to, and the token that it must send along. */
    filterPort: number;
    filterToken: string;
  } | null;
  dns: DnsConfig;
  domainConnect: DomainConnectConfig;
  /** The operator's account at Entri; null without one. */
  entri: ReturnType<typeof entriOf>;
  secretKey: Buffer;
  mailerUrl: string | null;
  mailerFrom: string;
  /** Where the sandbox gateway listens; null: this process starts one. */
  sandboxGatewayUrl: string | null;
  /** Null: payments go to the sandbox gateway. */
  stripe: { secretKey: string; webhookSecret: string; publishableKey: string } | null;
  /** Address ranges by country, for the sanctions screen; null: nobody is screened. */
  countryFile: string | null;
  /** What anybody may open at the panel's own address, besides the panel. */
  shows: { apiDocs: boolean; metrics: boolean };
  /** Where the metrics are instead; null: nowhere else. */
  metricsAddress: { host: string; port: number } | null;
  logLevel: string;
  trustProxy: boolean;
  poolSize: number;
  /** How long a process that is told to end still takes requests. */
  drainSeconds: number;
  /** Whether `npm start` started the server. It doesn't pass signals on, so the server ends when npm does. */
  endsWithNpm: boolean;
};

const EVALUATION_MAIL_HOST = 'mail.postern.localhost';

const KNOWN = [
  'POSTERN_MODE',
  'POSTERN_HOST',
  'POSTERN_PORT',
  'POSTERN_PUBLIC_URL',
  'POSTERN_DATA_DIR',
  'POSTERN_SMTP_PORT',
  'POSTERN_MAIL_HOSTNAME',
  'POSTERN_MAIL_BACKEND',
  'POSTERN_DOVEADM_URL',
  'POSTERN_DOVEADM_KEY',
  'POSTERN_MAIL_STORE_DIR',
  'POSTERN_MAIL_FILTER_PORT',
  'POSTERN_MAIL_FILTER_TOKEN',
  'POSTERN_IMAP_HOST',
  'POSTERN_POP_HOST',
  'POSTERN_SMTP_HOST',
  'POSTERN_EU_IMAP_HOST',
  'POSTERN_EU_POP_HOST',
  'POSTERN_EU_SMTP_HOST',
  'POSTERN_SECRET_KEY',
  'POSTERN_MAILER_URL',
  'POSTERN_MAILER_FROM',
  'POSTERN_SANDBOX_GATEWAY_URL',
  'POSTERN_API_DOCS',
  'POSTERN_METRICS',
  'POSTERN_LOG_LEVEL',
  'POSTERN_TRUST_PROXY',
  'POSTERN_DATABASE_POOL',
  'POSTERN_DRAIN_SECONDS',
  'POSTERN_COUNTRY_FILE',
  ...DNS_SETTINGS,
  ...DOMAIN_CONNECT_SETTINGS,
  ...ENTRI_SETTINGS,
  'POSTERN_STRIPE_SECRET_KEY',
  'POSTERN_STRIPE_WEBHOOK_SECRET',
  'POSTERN_STRIPE_PUBLISHABLE_KEY',
];

/** Reads the environment; nothing else does. Throws ConfigError with one line that a person can act on. */
export function readConfig(env: Environment): Config {
  const unknown = Object.keys(env).find((name) => name.startsWith('POSTERN_') && !KNOWN.includes(name));
  if (unknown) throw new ConfigError(`${unknown} is not a Postern setting. docs/operate.md lists all settings.`);
  const mode = oneOf(env, 'POSTERN_MODE', ['evaluation', 'production'], 'evaluation');
  const port = portOf(env, 'POSTERN_PORT', 8080) ?? 8080;
  const dataDir = path.resolve(env.POSTERN_DATA_DIR || '.data');
  const databaseUrl = env.DATABASE_URL || null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError('DATABASE_URL must begin with postgresql://. Leave it out to use the embedded database.');
  }
  if (mode === 'production') requireForProduction(env);
  return {
    mode,
    host: env.POSTERN_HOST || '127.0.0.1',
    port,
    publicUrl: urlOf(env, 'POSTERN_PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`,
    dataDir,
    databaseUrl,
    smtpPort:
      env.POSTERN_SMTP_PORT === 'off' ? null : portOf(env, 'POSTERN_SMTP_PORT', mode === 'production' ? null : 2525),
    mailHostname: env.POSTERN_MAIL_HOSTNAME || EVALUATION_MAIL_HOST,
    mailServers: mailServersOf(env),
    mailHosts: mailHostsOf(env, mode),
    dns: dnsOf(env, mode),
    domainConnect: domainConnectOf(env),
    entri: entriOf(env, mode),
    secretKey: secretKeyOf(env, dataDir),
    mailerUrl: urlOf(env, 'POSTERN_MAILER_URL', ['smtp:', 'smtps:']),
    mailerFrom: env.POSTERN_MAILER_FROM || 'no-reply@postern.localhost',
    sandboxGatewayUrl: urlOf(env, 'POSTERN_SANDBOX_GATEWAY_URL', ['http:']),
    stripe: stripeOf(env),
    countryFile: fileOf(env, 'POSTERN_COUNTRY_FILE'),
    ...shownOf(env, mode),
    logLevel: oneOf(env, 'POSTERN_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    trustProxy: oneOf(env, 'POSTERN_TRUST_PROXY', ['true', 'false'], 'false') === 'true',
    endsWithNpm: env['npm_lifecycle_event'] === 'start',
    poolSize: integerOf(env, 'POSTERN_DATABASE_POOL', 10, 1, 200),
    drainSeconds: integerOf(env, 'POSTERN_DRAIN_SECONDS', 1, 0, 60),
  };
}

function requireForProduction(env: Environment): void {
  const needed = {
    POSTERN_SECRET_KEY: 'seals secrets',
    POSTERN_PUBLIC_URL: 'is in every mailed link',
    DATABASE_URL: 'names the PostgreSQL database',
    POSTERN_MAILER_URL: 'sends mail',
  };
  for (const [name, purpose] of Object.entries(needed)) {
    if (!env[name]) throw new ConfigError(`Production needs ${name}: it ${purpose}.`);
  }
  if (!env.POSTERN_PUBLIC_URL?.startsWith('https://'))
    throw new ConfigError('In production POSTERN_PUBLIC_URL must begin with https://.');
}

/** In production the reference and the metrics are hidden unless the operator shows them: they say what runs here, and how busy it is. */
function shownOf(env: Environment, mode: Config['mode']): Pick<Config, 'shows' | 'metricsAddress'> {
  const fallback = mode === 'production' ? 'off' : 'on';
  const apiDocs = oneOf(env, 'POSTERN_API_DOCS', ['on', 'off'], fallback) === 'on';
  const metrics = env['POSTERN_METRICS'] || fallback;
  const [, host, port] = /^(\[[0-9a-f:]+\]|[^:\s]+):(\d{1,5})$/i.exec(metrics) ?? [];
  if (metrics !== 'on' && metrics !== 'off' && (host === undefined || Number(port) > 65_535))
    throw new ConfigError(`POSTERN_METRICS must be on, off, or an address such as 127.0.0.1:9464; it is "${metrics}".`);
  const metricsAddress = host === undefined ? null : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  return { shows: { apiDocs, metrics: metrics === 'on' }, metricsAddress };
}

/** One name for all three servers unless each is set; a separate EU region only if it is set, or as an example in evaluation. */
function mailHostsOf(env: Environment, mode: Config['mode']): Config['mailHosts'] {
  const one = hostOf(env, 'POSTERN_MAIL_HOSTNAME', EVALUATION_MAIL_HOST);
  const everywhere = {
    imap: hostOf(env, 'POSTERN_IMAP_HOST', one),
    pop: hostOf(env, 'POSTERN_POP_HOST', one),
    smtp: hostOf(env, 'POSTERN_SMTP_HOST', one),
  };
  const isExample = mode === 'evaluation' && one === EVALUATION_MAIL_HOST;
  const inEu = (host: string): string => (isExample ? host.replace(/^([^.]+)/, '$1-euc1') : host);
  return {
    everywhere,
    eu: {
      imap: hostOf(env, 'POSTERN_EU_IMAP_HOST', inEu(everywhere.imap)),
      pop: hostOf(env, 'POSTERN_EU_POP_HOST', inEu(everywhere.pop)),
      smtp: hostOf(env, 'POSTERN_EU_SMTP_HOST', inEu(everywhere.smtp)),
    },
  };
}

const STRIPE_KEYS = {
  POSTERN_STRIPE_SECRET_KEY: /^(sk|rk)_(test|live)_/,
  POSTERN_STRIPE_WEBHOOK_SECRET: /^whsec_/,
  POSTERN_STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_/,
};

/** All three Stripe keys, of the same mode, or none. */
function stripeOf(env: Environment): Config['stripe'] {
  const names = Object.keys(STRIPE_KEYS) as (keyof typeof STRIPE_KEYS)[];
  if (names.every((name) => !env[name])) return null;
  for (const name of names) {
    if (!STRIPE_KEYS[name].test(env[name] ?? ''))
      throw new ConfigError(
        `${name} is missing or is not that kind of Stripe key. Set all of ${names.join(', ')}, or none.`,
      );
  }
  const [secretKey = '', webhookSecret = '', publishableKey = ''] = names.map((name) => env[name]);
  if (secretKey.includes('_test_') !== publishableKey.includes('_test_')) {
    throw new ConfigError(
      'POSTERN_STRIPE_SECRET_KEY and POSTERN_STRIPE_PUBLISHABLE_KEY must both be test keys or both live keys.',
    );
  }
  return { secretKey, webhookSecret, publishableKey };
}

/** All settings of the mail servers, if they are chosen. They need PostgreSQL, as they read the panel's tables. */
function mailServersOf(env: Environment): Config['mailServers'] {
  if (oneOf(env, 'POSTERN_MAIL_BACKEND', ['embedded', 'postfix-dovecot'], 'embedded') === 'embedded') return null;
  const needed = (name: string): string => {
    const value = env[name];
    if (!value) throw new ConfigError(`POSTERN_MAIL_BACKEND=postfix-dovecot needs ${name}.`);
    return value;
  };
  needed('DATABASE_URL');
  needed('POSTERN_MAIL_FILTER_PORT');
  needed('POSTERN_DOVEADM_URL');
  const storeDir = needed('POSTERN_MAIL_STORE_DIR').replace(/\/+$/, '');
  if (!storeDir.startsWith('/')) throw new ConfigError('POSTERN_MAIL_STORE_DIR must be an absolute path.');
  return {
    doveadmUrl: urlOf(env, 'POSTERN_DOVEADM_URL', ['http:']) ?? '',
    doveadmKey: needed('POSTERN_DOVEADM_KEY'),
    storeDir,
    filterPort: portOf(env, 'POSTERN_MAIL_FILTER_PORT', null) ?? 0,
    filterToken: needed('POSTERN_MAIL_FILTER_TOKEN'),
  };
}

/** The operator's key, or in evaluation a random one that is stored in the data folder. */
function secretKeyOf(env: Environment, dataDir: string): Buffer {
  const given = env.POSTERN_SECRET_KEY;
  if (given) {
    if (given.length < 32) throw new ConfigError('POSTERN_SECRET_KEY must have at least 32 characters.');
    return createHash('sha256').update(given).digest();
  }
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
