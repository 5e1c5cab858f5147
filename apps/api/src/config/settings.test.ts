import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { parseEnvironmentFile } from './environment-file.ts';
import type { Environment } from './setting-values.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'postern-settings-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const plainFile = path.join(dir, 'file');
writeFileSync(plainFile, 'text');

const STRIPE = {
  POSTERN_STRIPE_SECRET_KEY: 'sk_live_secret',
  POSTERN_STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  POSTERN_STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
};
const TEST_KEYS = {
  ...STRIPE,
  POSTERN_STRIPE_SECRET_KEY: 'sk_test_secret',
  POSTERN_STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
};
const PRODUCTION: Environment = {
  POSTERN_MODE: 'production',
  POSTERN_PUBLIC_URL: 'https://panel.example.com',
  POSTERN_DATA_DIR: dir,
  POSTERN_SECRET_KEY: 'x'.repeat(32),
  DATABASE_URL: 'postgresql://postern:secret@127.0.0.1/postern',
  POSTERN_MAILER_URL: 'smtp://127.0.0.1:25',
  POSTERN_MAILER_FROM: 'no-reply@example.com',
  POSTERN_MAIL_HOSTNAME: 'mail.example.com',
  POSTERN_TRUST_PROXY: 'true',
  ...STRIPE,
};
const POSTFIX = {
  POSTERN_MAIL_BACKEND: 'postfix-dovecot',
  POSTERN_DOVEADM_URL: 'http://127.0.0.1:8081',
  POSTERN_DOVEADM_KEY: 'key',
  POSTERN_MAIL_STORE_DIR: '/var/lib/postern/mail',
  POSTERN_MAIL_FILTER_PORT: '8084',
  POSTERN_MAIL_FILTER_TOKEN: 'token',
};
const POWERDNS = {
  POSTERN_DNS_BACKEND: 'powerdns',
  POSTERN_POWERDNS_URL: 'http://127.0.0.1:8085',
  POSTERN_POWERDNS_KEY: 'key',
  POSTERN_NAME_SERVERS: 'ns1.example.com,ns2.example.com',
};
const TRACES = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const CONNECT = { POSTERN_DOMAIN_CONNECT_PROVIDER_ID: 'example.com', POSTERN_DOMAIN_CONNECT_KEY_FILE: plainFile };
const SECURITY = { POSTERN_SECURITY_CONTACT: 'security@example.com', POSTERN_SECURITY_EXPIRES: '2027-06-30' };
const GOOGLE = { POSTERN_IMPORT_GOOGLE_ID: 'id', POSTERN_IMPORT_GOOGLE_SECRET: 'hidden' };
const STAND_IN = {
  POSTERN_IMPORT_SIGN_IN_URL: 'http://127.0.0.1:9',
  POSTERN_IMPORT_SIGN_IN_SERVER: 'imap.example.com:993',
};
const REFERRAL = {
  POSTERN_REFERRAL_PRODUCT_ID: 'harbour',
  POSTERN_REFERRAL_SECRET: 'secret',
  POSTERN_REFERRAL_REWARD: '100 EUR',
};
const ENTRI = { POSTERN_ENTRI_APPLICATION_ID: 'example', POSTERN_ENTRI_SECRET: 'secret' };

/** The lines that the operator sees. */
const problemsOf = (change: Environment): readonly string[] => problemsIn({ ...PRODUCTION, ...change });

function problemsIn(env: Environment): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('the settings of the guide start production, with Stripe or, where partners take payments, without cards', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ ...POSTFIX, ...POWERDNS, ...ENTRI, ...REFERRAL })).toEqual([]);
  const none = Object.fromEntries(Object.keys(STRIPE).map((name) => [name, undefined]));
  expect(problemsOf({ ...none, POSTERN_CARD_PAYMENTS: 'off' })).toEqual([]);
  expect(readConfig({ ...PRODUCTION, ...none, POSTERN_CARD_PAYMENTS: 'off' }).payment).toEqual({ kind: 'none' });
});

test('in production, a process that is ending takes requests for longer than the proxies keep idle connections', () => {
  for (const [file, kept] of [
    ['nginx.conf', /keepalive_timeout (\d+)s;/],
    ['Caddyfile', /keepalive (\d+)s\n/],
  ] as const) {
    const seconds = Number(kept.exec(readFileSync(path.join(LOCATIONS.root, 'deploy/proxy', file), 'utf8'))?.[1]);
    expect(readConfig(PRODUCTION).drainSeconds, file).toBeGreaterThan(seconds);
  }
});

const MUST_BE = 'must be one of';
const HOST = 'must be a host name such as mail.example.com; it is "two words".';
const LABEL_FOR = 'needs';

/** A wrong value of each setting, the settings it needs to be read at all, and what the line says. */
const WRONG: [name: string, value: string | undefined, says: string, others?: Environment][] = [
  ['POSTERN_MODE', 'live', `${MUST_BE} evaluation, production; it is "live".`],
  [
    'POSTERN_MODE',
    undefined,
    'is missing, but DATABASE_URL looks like a service. Write production',
    { POSTERN_PUBLIC_URL: undefined },
  ],
  [
    'POSTERN_MODE',
    undefined,
    'is missing, but POSTERN_PUBLIC_URL looks like a service. Write production, or evaluation',
  ],
  ['POSTERN_REHEARSAL', 'yes', MUST_BE],
  ['POSTERN_HOST', 'two words', 'must be an address of this machine'],
  ['POSTERN_PORT', '70000', 'must be a whole number from 0 to 65535; it is "70000".'],
  ['POSTERN_PUBLIC_URL', undefined, 'is missing. Write the address that people open'],
  ['POSTERN_PUBLIC_URL', 'http://panel.example.com', 'must be a URL beginning with https://'],
  ['POSTERN_PUBLIC_URL', 'panel.example.com', 'must be a URL beginning with https://'],
  [
    'POSTERN_PUBLIC_URL',
    'https://panel.example.com/mail',
    'without a path or a user, such as https://panel.example.com',
  ],
  ['POSTERN_PUBLIC_URL', 'https://localhost', 'Write a name that people can open'],
  ['POSTERN_PUBLIC_URL', 'https://192.0.2.1', 'Write a name that people can open'],
  ['POSTERN_PUBLIC_URL', 'https://panel.your.example', "a name that can't exist on the internet"],
  ['POSTERN_DATA_DIR', undefined, 'is missing. Write the folder'],
  ['POSTERN_DATA_DIR', `${plainFile}/data`, "can't write. Create the folder"],
  ['POSTERN_SMTP_PORT', 'on', 'must be a whole number'],
  ['POSTERN_MAIL_HOSTNAME', undefined, "is missing. Write your mail server's name"],
  ['POSTERN_MAIL_HOSTNAME', 'mail.postern.localhost', "a name that can't exist on the internet"],
  ['POSTERN_MAIL_HOSTNAME', 'two words', HOST],
  ['POSTERN_MAIL_BACKEND', 'exim', `${MUST_BE} embedded, postfix-dovecot`],
  ['POSTERN_DOVEADM_URL', 'https://127.0.0.1', 'beginning with http://', POSTFIX],
  ['POSTERN_DOVEADM_KEY', undefined, LABEL_FOR, POSTFIX],
  ['POSTERN_DOVECOT_IMAP_PORT', 'imap', 'must be a whole number', POSTFIX],
  ['POSTERN_MAIL_STORE_DIR', 'mail', 'must be an absolute path', POSTFIX],
  ['POSTERN_POSTFIX_DIR', 'postfix', 'must be an absolute path', POSTFIX],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be the http or https address of a collector'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp or none', TRACES],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/json', TRACES],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'must be one of always_on, always_off, traceidratio', TRACES],
  ['OTEL_TRACES_SAMPLER_ARG', '10', 'must be a number from 0 to 1', TRACES],
  ['POSTERN_BACKUP_DIR', 'backups', 'must be an absolute path'],
  ['POSTERN_DNSSEC', 'maybe', MUST_BE, POWERDNS],
  ['POSTERN_DNS_TRANSFER_KEY', 'short', 'must be 16 bytes or more in base64', POWERDNS],
  ['POSTERN_NAME_SERVER_ADDRESSES', 'nowhere', 'POSTERN_NAME_SERVER_ADDRESSES', POWERDNS],
  ['POSTERN_MAIL_FILTER_PORT', 'none', 'must be a whole number', POSTFIX],
  ['POSTERN_MAIL_FILTER_TOKEN', undefined, LABEL_FOR, POSTFIX],
  ['POSTERN_IMAP_HOST', 'two words', HOST],
  ['POSTERN_POP_HOST', 'two words', HOST],
  ['POSTERN_SMTP_HOST', 'smtp.your.example', "a name that can't exist on the internet"],
  ['POSTERN_EU_IMAP_HOST', 'two words', HOST],
  ['POSTERN_EU_POP_HOST', 'two words', HOST],
  ['POSTERN_EU_SMTP_HOST', 'two words', HOST],
  ['POSTERN_WEBMAIL_SECRET', 'too short', 'must have at least 32 characters; it has 9.'],
  ['POSTERN_SECRET_KEY', undefined, 'is missing. Write at least 32 random characters'],
  ['POSTERN_SECRET_KEY', 'short', 'must have at least 32 characters; it has 5.'],
  ['POSTERN_MAILER_URL', undefined, "is missing. Write the server that sends the panel's mail"],
  ['POSTERN_MAILER_URL', 'mail.example.com', 'must be a URL beginning with smtp:// or smtps://'],
  ['POSTERN_MAILER_FROM', undefined, 'is missing. Write the address that this mail comes from'],
  ['POSTERN_MAILER_FROM', 'Panel <no-reply@example.com>', 'must be an address without a name'],
  ['POSTERN_MAILER_FROM', 'no-reply@postern.localhost', "a name that can't exist on the internet"],
  ['POSTERN_API_DOCS', 'yes', MUST_BE],
  ['POSTERN_METRICS', '9464', 'must be on, off, or an address'],
  ['POSTERN_LOG_LEVEL', 'loud', MUST_BE],
  ['POSTERN_TRUST_PROXY', undefined, 'is missing. Write true if a proxy of yours sets X-Forwarded-For'],
  ['POSTERN_TRUST_PROXY', 'nginx', `${MUST_BE} true, false`],
  ['POSTERN_DATABASE_POOL', '0', 'from 1 to 200'],
  ['POSTERN_DRAIN_SECONDS', '1.5', 'from 0 to 60'],
  ['POSTERN_KEEP_SIGN_INS_DAYS', '0', 'from 1 to 3650'],
  ['POSTERN_RENEWALS', 'yes', `${MUST_BE} on, off`],
  ['POSTERN_KEEP_AUDIT_DAYS', '30', 'from 31 to 36500'],
  ['POSTERN_KEEP_JOBS_DAYS', '91', 'from 1 to 90'],
  ['POSTERN_KEEP_BULK_DAYS', '1', 'from 2 to 365'],
  ['POSTERN_KEEP_UNPAID_DAYS', '30', 'from 31 to 3650'],
  ['POSTERN_KEEP_BOOKS_YEARS', 'forever', 'from 1 to 30'],
  ['POSTERN_COUNTRY_FILE', '/nowhere', 'names /nowhere, which does not exist'],
  ['POSTERN_SECURITY_CONTACT', 'our desk', 'must be an email address or an https:// address', SECURITY],
  ['POSTERN_SECURITY_CONTACT', 'http://example.com', 'must be an email address or an https:// address', SECURITY],
  ['POSTERN_SECURITY_EXPIRES', undefined, 'must both be set, or neither', SECURITY],
  ['POSTERN_SECURITY_EXPIRES', '2027-02-30', 'must be a date such as 2027-06-30', SECURITY],
  ['POSTERN_DNS_BACKEND', 'bind', `${MUST_BE} embedded, powerdns`],
  ['POSTERN_DNS_PORT', '70000', 'from 0 to 65535'],
  ['POSTERN_DNS_SERVERS', 'resolver.example.com', 'must be addresses such as 192.0.2.53:53'],
  ['POSTERN_NAME_SERVERS', 'ns1 example', 'must be host names, separated by commas'],
  ['POSTERN_NAME_SERVERS', undefined, 'must list the name servers', POWERDNS],
  ['POSTERN_DNS_CONTACT', 'two words', HOST],
  ['POSTERN_POWERDNS_URL', 'ftp://127.0.0.1', 'beginning with http:// or https://', POWERDNS],
  ['POSTERN_POWERDNS_KEY', undefined, LABEL_FOR, POWERDNS],
  ['POSTERN_DNS_TRANSFER_KEY', 'c2hvcnQ=', 'must be 16 bytes or more in base64', POWERDNS],
  ['POSTERN_DNSSEC', 'yes', `${MUST_BE} on, off`, POWERDNS],
  ['POSTERN_DNSSEC', 'on', 'the embedded name server does not sign'],
  ['POSTERN_NAME_SERVER_ADDRESSES', 'ns1.example.com', 'must be addresses'],
  ['POSTERN_MX_HOSTS', 'mx.your.example', "a name that can't exist on the internet"],
  ['POSTERN_MTA_STS', 'on', `${MUST_BE} off, testing, enforce`],
  ['POSTERN_TLS_REPORTS', 'example.com', 'must be an email address'],
  ['POSTERN_SPF_INCLUDE', 'two words', 'must be a name such as _spf.example.com'],
  ['POSTERN_SITE_A', 'www', 'must be an IPv4 address'],
  ['POSTERN_SITE_CNAME', 'sites.example.com', 'must both be set, or neither'],
  ['POSTERN_DOMAIN_CONNECT_PROVIDER_ID', 'two words', HOST, CONNECT],
  ['POSTERN_DOMAIN_CONNECT_SERVICE_ID', 'a b', 'may contain only letters', CONNECT],
  ['POSTERN_DOMAIN_CONNECT_KEY_FILE', plainFile, 'must contain an RSA private key', CONNECT],
  ['POSTERN_DOMAIN_CONNECT_KEY_HOST', 'a.b', 'must be one label', CONNECT],
  ['POSTERN_REFERRAL_PRODUCT_ID', undefined, 'needs POSTERN_REFERRAL_PRODUCT_ID', REFERRAL],
  ['POSTERN_REFERRAL_SECRET', undefined, 'needs POSTERN_REFERRAL_SECRET', REFERRAL],
  ['POSTERN_REFERRAL_REWARD', undefined, 'needs POSTERN_REFERRAL_REWARD', REFERRAL],
  ['POSTERN_REFERRAL_REWARD', '€100', 'must be like 100 EUR', REFERRAL],
  ['POSTERN_REFERRAL_REWARD', '100 XYZ', 'must be like 100 EUR', REFERRAL],
  ['POSTERN_REFERRAL_SCRIPT_URL', 'http://assets.cello.so/a.js', 'must be a URL beginning with https://', REFERRAL],
  ['POSTERN_ENTRI_APPLICATION_ID', undefined, 'must both be set, or neither', ENTRI],
  ['POSTERN_ENTRI_SECRET', undefined, 'must both be set, or neither', ENTRI],
  ['POSTERN_VIES_URL', 'http://ec.europa.eu', 'beginning with https://'],
  ['POSTERN_ENTRI_URL', 'http://api.goentri.com', 'beginning with https://', ENTRI],
  ['POSTERN_IMPORT_PORTS', '143,imaps', 'must be port numbers'],
  ['POSTERN_IMPORT_PRIVATE_ADDRESSES', 'mail.internal', 'must be IP addresses'],
  ['POSTERN_IMPORT_GOOGLE_ID', undefined, 'must both be set, or neither', GOOGLE],
  ['POSTERN_IMPORT_GOOGLE_SECRET', undefined, 'must both be set, or neither', GOOGLE],
  ['POSTERN_IMPORT_MICROSOFT_ID', 'id', 'must both be set, or neither'],
  ['POSTERN_IMPORT_MICROSOFT_SECRET', 'hidden', 'must both be set, or neither'],
  ['POSTERN_IMPORT_SIGN_IN_URL', 'https://id.example.com', 'people sign in at Google and Microsoft only', STAND_IN],
  ['POSTERN_IMPORT_SIGN_IN_SERVER', 'imap.example.com', 'must be a mail server', STAND_IN],
  ['POSTERN_STRIPE_SECRET_KEY', 'pk_live_mixed-up', 'is not that kind of Stripe key. Write sk_live_'],
  ['POSTERN_STRIPE_SECRET_KEY', 'sk_test_secret', 'must both be test keys or both live keys'],
  ['POSTERN_STRIPE_SECRET_KEY', 'sk_test_secret', 'anyone can pay with a test card', TEST_KEYS],
  ['POSTERN_STRIPE_WEBHOOK_SECRET', undefined, 'is missing, but another Stripe key is set. Write whsec_'],
  ['POSTERN_STRIPE_SECRET_KEY', 'sk_live_…', 'is not that kind of Stripe key'],
  ['POSTERN_STRIPE_PUBLISHABLE_KEY', 'pk', 'is not that kind of Stripe key. Write pk_live_'],
  ['POSTERN_STRIPE_API_URL', 'http://127.0.0.1:1', 'live keys go to Stripe only'],
  ['POSTERN_CARD_PAYMENTS', 'none', `${MUST_BE} on, off`],
  ['POSTERN_CARD_PAYMENTS', 'off', 'is off, but POSTERN_STRIPE_SECRET_KEY is set'],
  ['POSTERN_SANDBOX_GATEWAY_URL', 'http://127.0.0.1:9', 'anyone can pay there with a test card'],
  ['DATABASE_URL', undefined, 'is missing. Write postgresql://'],
  ['DATABASE_URL', 'mysql://127.0.0.1/postern', 'must begin with postgresql://'],
  ['DATABASE_URL', 'postgresql://postern:se#cret@127.0.0.1/postern', 'In the password, write @ as %40'],
  ['DATABASE_URL', 'postgresql://postern:secret@127.0.0.1', 'names no database'],
  ['DATABASE_URL', 'postgresql://postern:secret@one:5432,two:5433', 'names no database'],
  ['DATABASE_URL', 'postgresql://postern:secret@one:5432,,two/postern', 'has a wrong server in place 2'],
  ['DATABASE_URL', 'postgresql://postern:secret@one:5432,two:port/postern', 'has a wrong server in place 2'],
  ['DATABASE_URL', 'postgresql://postern:secret@one,two,one/postern', 'names a server twice'],
  ['DATABASE_URL', 'postgresql://postern:secret@a,b,c,d,e,f,g,h,i/postern', 'names 9 servers. Write at most 8'],
  ['POSTERN_DATABASE_POOLER', 'session', `${MUST_BE} none, transaction`],
  ['DATABASE_URL', 'postgresql:///postern?host=one,two', 'has several servers in ?host='],
  [
    'DATABASE_URL',
    'postgresql://u:secret@one,two/db?target_session_attrs=any',
    'has another target_session_attrs than',
  ],
  ['POSTERN_STRIP_SECRET_KEY', 'sk_live_secret', 'is not a Postern setting'],
];

test.each(WRONG)(
  'production with %s=%s says in one line what is wrong and what to write',
  (name, value, says, others) => {
    const problems = problemsOf({ ...others, [name]: value });
    const about = problems.filter((line) => line.includes(name) && line.includes(says));
    expect(problems.join('\n')).toContain(says);
    expect(about).toHaveLength(1);
    for (const line of problems) {
      expect(line, 'is one line, and a sentence').toMatch(/^[A-Z][^\n]{20,240}$/);
      // A secret in a log or on a screen is one that others know.
      expect(line).not.toMatch(/secret@|_secret\b|mixed-up|se#cret/);
    }
  },
);

test('the table of wrong values has every setting', () => {
  const tried = new Set(WRONG.map(([name]) => name));
  const sources = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const read = sources.flatMap(
    (name) =>
      readFileSync(path.join(import.meta.dirname, name), 'utf8').match(/\b(POSTERN_[A-Z_]*[A-Z]|DATABASE_URL)\b/g) ??
      [],
  );
  expect(read.length).toBeGreaterThan(100);
  expect(read.filter((name) => !tried.has(name))).toEqual([]);
});

test('all problems are reported together: production without any setting names each one that it needs', () => {
  let message = '';
  try {
    readConfig({ POSTERN_MODE: 'production', POSTERN_DATA_DIR: dir, POSTERN_LOG_LEVEL: 'loud' });
  } catch (error) {
    message = (error as Error).message;
  }
  const lines = message.split('\n');
  expect(lines[0]).toBe('these settings are missing or wrong.');
  const named = lines.slice(1).map((line) => /^- ([A-Z_]+)/.exec(line)?.[1]);
  expect(new Set(named)).toEqual(
    new Set([
      'DATABASE_URL',
      'POSTERN_LOG_LEVEL',
      'POSTERN_MAILER_FROM',
      'POSTERN_MAILER_URL',
      'POSTERN_MAIL_HOSTNAME',
      'POSTERN_PUBLIC_URL',
      'POSTERN_SECRET_KEY',
      'POSTERN_STRIPE_SECRET_KEY',
      'POSTERN_TRUST_PROXY',
    ]),
  );
  expect(named).toHaveLength(9);
});

test("the guide's panel.env lacks exactly what only the operator knows, and each line says so; filled in, it starts", () => {
  const guide = readFileSync(path.join(LOCATIONS.root, 'docs/operate.md'), 'utf8');
  const [, block = ''] = /^`\/etc\/postern\/panel\.env`[^]*?\n```\n([^]*?)```/m.exec(guide) ?? [];
  const written = { ...parseEnvironmentFile(block), POSTERN_DATA_DIR: dir };
  const open = new Set(problemsIn(written).map((line) => /^\S+=\S+ needs (\w+)|^(\w+)/.exec(line)?.slice(1).join('')));
  expect(open).toEqual(
    new Set([
      ...[
        'POSTERN_PUBLIC_URL',
        'POSTERN_MAILER_FROM',
        'POSTERN_MAIL_HOSTNAME',
        'POSTERN_MX_HOSTS',
        'POSTERN_NAME_SERVERS',
      ],
      ...['POSTERN_SECRET_KEY', 'POSTERN_MAILER_URL', 'POSTERN_STRIPE_SECRET_KEY'],
      ...['POSTERN_DOVEADM_KEY', 'POSTERN_MAIL_FILTER_TOKEN', 'POSTERN_POWERDNS_KEY'],
    ]),
  );
  const real = Object.entries(written).map(([name, value]) => [name, value.replaceAll('your.example', 'example.com')]);
  const secrets = { POSTERN_SECRET_KEY: 'x'.repeat(32), POSTERN_MAILER_URL: 'smtp://relay.example.com', ...STRIPE };
  const keys = { POSTERN_DOVEADM_KEY: 'key', POSTERN_MAIL_FILTER_TOKEN: 'token', POSTERN_POWERDNS_KEY: 'key' };
  expect(problemsIn({ ...Object.fromEntries(real), ...secrets, ...keys })).toEqual([]);
});

test('a rehearsal of production takes test keys, test servers for Stripe and for mail providers, and names that nobody else can resolve; evaluation needs none of these', () => {
  const rehearsed = {
    ...TEST_KEYS,
    POSTERN_REHEARSAL: 'true',
    POSTERN_STRIPE_API_URL: 'http://127.0.0.1:12111',
    ...STAND_IN,
    POSTERN_PUBLIC_URL: 'https://panel.your.example',
    POSTERN_MAIL_HOSTNAME: 'mail.your.example',
  };
  expect(problemsOf(rehearsed)).toEqual([]);
  expect(readConfig({ POSTERN_DATA_DIR: dir })).toMatchObject({
    mode: 'evaluation',
    payment: { kind: 'sandbox', url: null },
    mailHostname: 'mail.postern.localhost',
  });
});

test.each<[Environment, unknown]>([
  [{}, null],
  [{ OTEL_SERVICE_NAME: 'panel' }, null],
  [TRACES, { sampler: 'always_on', ratio: 1 }],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, { sampler: 'always_on', ratio: 1 }],
  [{ ...TRACES, OTEL_SDK_DISABLED: 'true' }, null],
  [{ ...TRACES, OTEL_TRACES_EXPORTER: 'none' }, null],
  [
    { ...TRACES, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    { sampler: 'traceidratio', ratio: 0.1 },
  ],
])("traces are off unless OpenTelemetry's settings name a collector: %j", (env, traces) => {
  expect(readConfig({ ...PRODUCTION, ...env }).traces).toEqual(traces);
});
