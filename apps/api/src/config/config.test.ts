import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRET = { POSTERN_SECRET_KEY: 'x'.repeat(32), POSTERN_DATA_DIR: tmpdir() };
const PRODUCTION = {
  ...SECRET,
  POSTERN_MODE: 'production',
  POSTERN_PUBLIC_URL: 'https://panel.example',
  POSTERN_DATA_DIR: tmpdir(),
  POSTERN_REHEARSAL: 'true',
  DATABASE_URL: 'postgresql://localhost/postern',
  POSTERN_MAILER_URL: 'smtp://localhost',
  POSTERN_MAILER_FROM: 'no-reply@panel.example',
  POSTERN_MAIL_HOSTNAME: 'mail.panel.example',
  POSTERN_TRUST_PROXY: 'true',
  POSTERN_CARD_PAYMENTS: 'off',
};
const all = (host: string) => ({ imap: host, pop: host, smtp: host });

test.for([
  ['evaluation shows both regions', SECRET, 'mail.postern.localhost', 'mail-euc1.postern.localhost'],
  [
    'one name serves all',
    { ...PRODUCTION, POSTERN_MAIL_HOSTNAME: 'mail.example.com' },
    'mail.example.com',
    'mail.example.com',
  ],
] as const)('email apps get the mail hosts: %s [APP-01]', ([, env, everywhere, eu]) => {
  expect(readConfig(env).mailHosts).toEqual({ everywhere: all(everywhere), eu: all(eu) });
});

test('each server and each region can have its own name [APP-01]', () => {
  const { mailHosts } = readConfig({
    ...PRODUCTION,
    POSTERN_IMAP_HOST: 'IMAP.example.com',
    POSTERN_POP_HOST: 'pop.example.com',
    POSTERN_SMTP_HOST: 'smtp.example.com',
    POSTERN_EU_IMAP_HOST: 'imap-euc1.example.com',
  });
  expect(mailHosts.everywhere).toEqual({ imap: 'imap.example.com', pop: 'pop.example.com', smtp: 'smtp.example.com' });
  expect(mailHosts.eu).toEqual({ imap: 'imap-euc1.example.com', pop: 'pop.example.com', smtp: 'smtp.example.com' });
});

test('an invalid name stops the start with one line that says so [APP-01]', () => {
  expect(() => readConfig({ ...SECRET, POSTERN_SMTP_HOST: 'smtp example' })).toThrow(
    'POSTERN_SMTP_HOST must be a host name such as mail.example.com; it is "smtp example".',
  );
});

test.each<[string, Record<string, string>, object]>([
  ['evaluation shows them', SECRET, { shows: { apiDocs: true, metrics: true }, metricsAddress: null }],
  ['production hides them', PRODUCTION, { shows: { apiDocs: false, metrics: false }, metricsAddress: null }],
  [
    'production shows what the operator switches on',
    { ...PRODUCTION, POSTERN_API_DOCS: 'on', POSTERN_METRICS: 'on' },
    { shows: { apiDocs: true, metrics: true }, metricsAddress: null },
  ],
  [
    'metrics may have an address of their own',
    { ...PRODUCTION, POSTERN_METRICS: '127.0.0.1:9464' },
    { shows: { metrics: false }, metricsAddress: { host: '127.0.0.1', port: 9464 } },
  ],
  [
    'also an IPv6 address',
    { ...PRODUCTION, POSTERN_METRICS: '[::1]:9464' },
    { shows: { metrics: false }, metricsAddress: { host: '::1', port: 9464 } },
  ],
])("the API's reference and the metrics: %s [API-01]", (_title, env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

test('orders are renewed and ended automatically, in production too, unless the operator has turned that off [BIL-07]', () => {
  expect(readConfig(SECRET).doesRenew).toBe(true);
  expect(readConfig(PRODUCTION).doesRenew).toBe(true);
  expect(readConfig({ ...PRODUCTION, POSTERN_RENEWALS: 'off' }).doesRenew).toBe(false);
});

test.each(['yes', '9464', ':9464', '127.0.0.1:99999', 'http://127.0.0.1:9464'])(
  'POSTERN_METRICS=%s stops the start with one line that says what it may be [API-01]',
  (value) => {
    expect(() => readConfig({ ...SECRET, POSTERN_METRICS: value })).toThrow(
      'POSTERN_METRICS must be on, off, or an address',
    );
  },
);

test('an email address as security contact becomes the URI that security.txt needs', () => {
  const env = { ...SECRET, POSTERN_SECURITY_EXPIRES: '2027-06-30' };
  const read = (contact: string) => readConfig({ ...env, POSTERN_SECURITY_CONTACT: contact }).securityContact;
  expect(read('security@example.com, https://example.com/report')).toEqual({
    contacts: ['mailto:security@example.com', 'https://example.com/report'],
    expires: new Date('2027-06-30T00:00:00Z'),
  });
  expect(read('mailto:security@example.com')?.contacts).toEqual(['mailto:security@example.com']);
  expect(readConfig(SECRET).securityContact).toBeNull();
});
