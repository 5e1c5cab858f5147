import { expect, test } from 'vitest';
import { dnsOf as read } from './dns-config.ts';
import { type Environment, type Mode, readSettings } from './setting-values.ts';

const dnsOf = (env: Environment, mode: Mode) => readSettings({ ...env, POSTERN_MODE: mode }, read);

test('an evaluation has its own name server and targets, so that nothing needs to be set [VER-01] [DNS-02]', () => {
  expect(dnsOf({}, 'evaluation')).toEqual({
    servers: null,
    nameServers: ['ns1.postern.localhost', 'ns2.postern.localhost'],
    contact: 'hostmaster.ns1.postern.localhost',
    backend: { kind: 'embedded', port: 5353, isPortGiven: false },
    ...{ nameServerAddresses: null, mtaSts: null, tlsReports: null },
    targets: {
      mxHosts: ['mx1.postern.localhost', 'mx2.postern.localhost'],
      spfText: 'v=spf1 include:spf.postern.localhost ~all',
      siteA: '192.0.2.80',
      siteCname: 'sites.postern.localhost',
    },
  });
  expect(dnsOf({ POSTERN_DNS_PORT: 'off' }, 'evaluation').backend).toBeNull();
});

test('production holds no zones by default, and mail goes to its mail server [VER-01]', () => {
  expect(dnsOf({ POSTERN_MAIL_HOSTNAME: 'MX.example.com' }, 'production')).toMatchObject({
    ...{ nameServers: [], backend: null },
    targets: { mxHosts: ['mx.example.com'], spfText: 'v=spf1 mx ~all', siteA: null, siteCname: null },
  });
});

test('every setting may be written as the documentation shows it', () => {
  const env = {
    POSTERN_DNS_BACKEND: 'powerdns',
    POSTERN_POWERDNS_URL: 'http://127.0.0.1:8085/',
    POSTERN_POWERDNS_KEY: 'key',
    POSTERN_DNSSEC: 'on',
    POSTERN_DNS_TRANSFER_KEY: 'c2l4dGVlbiBieXRlcyBvciBtb3Jl',
    POSTERN_NAME_SERVER_ADDRESSES: '192.0.2.1,192.0.2.2:5300',
    POSTERN_NAME_SERVERS: 'NS1.example.com, ns2.example.com.',
    POSTERN_DNS_CONTACT: 'dns.example.com',
    POSTERN_DNS_SERVERS: '192.0.2.53, 192.0.2.54:5300, 2001:db8::53, [2001:db8::54]:5300',
    POSTERN_MTA_STS: 'testing',
    POSTERN_TLS_REPORTS: 'tls-reports@example.com',
    POSTERN_MX_HOSTS: 'mx1.example.com,mx2.example.com',
    POSTERN_SPF_INCLUDE: '_spf.example.com',
    POSTERN_SITE_A: '192.0.2.9',
    POSTERN_SITE_CNAME: 'sites.example.com',
  };
  expect(dnsOf(env, 'production')).toEqual({
    servers: [
      { address: '192.0.2.53', port: 53 },
      { address: '192.0.2.54', port: 5300 },
      { address: '2001:db8::53', port: 53 },
      { address: '2001:db8::54', port: 5300 },
    ],
    nameServers: ['ns1.example.com', 'ns2.example.com'],
    contact: 'dns.example.com',
    backend: {
      ...{ kind: 'powerdns', url: 'http://127.0.0.1:8085', apiKey: 'key' },
      ...{ transferKey: 'c2l4dGVlbiBieXRlcyBvciBtb3Jl', isSigned: true },
    },
    mtaSts: 'testing',
    tlsReports: 'tls-reports@example.com',
    nameServerAddresses: [
      { address: '192.0.2.1', port: 53 },
      { address: '192.0.2.2', port: 5300 },
    ],
    targets: {
      mxHosts: ['mx1.example.com', 'mx2.example.com'],
      spfText: 'v=spf1 include:_spf.example.com ~all',
      siteA: '192.0.2.9',
      siteCname: 'sites.example.com',
    },
  });
});

test.each([
  ['POSTERN_DNS_BACKEND', 'bind'],
  ['POSTERN_DNS_PORT', '70000'],
  ['POSTERN_DNS_SERVERS', 'resolver.example.com'],
  ['POSTERN_DNS_SERVERS', '192.0.2.53:99999'],
  ['POSTERN_NAME_SERVERS', 'ns1 example'],
  ['POSTERN_NAME_SERVER_ADDRESSES', 'ns1.example.com'],
  ['POSTERN_MX_HOSTS', 'mx1.example.com,'],
  ['POSTERN_SPF_INCLUDE', 'two words'],
  ['POSTERN_MTA_STS', 'on'],
  ['POSTERN_TLS_REPORTS', 'example.com'],
  ['POSTERN_TLS_REPORTS', 'a%b@example.com'],
  ['POSTERN_SITE_A', 'www'],
  ['POSTERN_SITE_CNAME', 'no host'],
])('an invalid value stops the start with a line that names it: %s=%s', (name, value) => {
  expect(() => dnsOf({ [name]: value }, 'evaluation')).toThrow(name);
});

test('settings that belong together are required together', () => {
  expect(() => dnsOf({ POSTERN_DNS_BACKEND: 'powerdns' }, 'evaluation')).toThrow('POSTERN_POWERDNS_KEY');
  const powerDns = {
    POSTERN_DNS_BACKEND: 'powerdns',
    POSTERN_POWERDNS_URL: 'http://127.0.0.1',
    POSTERN_POWERDNS_KEY: 'k',
  };
  expect(() => dnsOf({ ...powerDns, POSTERN_DNS_TRANSFER_KEY: 'short' }, 'evaluation')).toThrow(
    'POSTERN_DNS_TRANSFER_KEY',
  );
  expect(() => dnsOf({ POSTERN_DNSSEC: 'on' }, 'evaluation')).toThrow('POSTERN_DNS_BACKEND');
  expect(() => dnsOf({ POSTERN_DNS_PORT: '5300' }, 'production')).toThrow('POSTERN_NAME_SERVERS');
  expect(() => dnsOf({ POSTERN_SITE_A: '192.0.2.9' }, 'production')).toThrow('POSTERN_SITE_CNAME');
});
