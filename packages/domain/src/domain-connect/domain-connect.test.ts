import { expect, test } from 'vitest';
import {
  applyUrl,
  canonicalQuery,
  domainConnectTemplate,
  knowsTemplate,
  publicKeyRecords,
  readDiscovery,
  readSettings,
  templateValues,
} from './index.ts';

test('a discovery record is a host with an optional path, and nothing that leads elsewhere [VER-03]', () => {
  const values = ['connect.dns.example', ' Connect.dns.example/dc/ ', 'a.example', 'fourth.example'];
  expect(readDiscovery(values)).toEqual([
    'https://connect.dns.example',
    'https://connect.dns.example/dc',
    'https://a.example',
  ]);
  const bad = [
    'https://dns.example',
    'dns.example?x=1',
    'dns.example#x',
    'user@dns.example',
    'dns.example:8443',
    'localhost',
    '127.0.0.1',
  ];
  expect(readDiscovery([...bad, 'dns.example/../etc', '', '[::1]', 'dns .example'])).toEqual([]);
});

test("a provider's settings are used if they are complete and understood [VER-03]", () => {
  const whole = {
    providerId: 'dns.example',
    providerName: 'DNS Inc.',
    urlSyncUX: 'https://dns.example/sync',
    urlAPI: 'https://api.dns.example/',
  };
  expect(readSettings({ ...whole, extra: 1 })).toEqual({
    providerId: 'dns.example',
    name: 'DNS Inc.',
    urlSyncUX: 'https://dns.example/sync',
    urlApi: 'https://api.dns.example',
  });
  expect(readSettings({ ...whole, providerDisplayName: 'Shop' })?.name).toBe('Shop');
  expect(readSettings({ ...whole, urlSyncUX: undefined })?.urlSyncUX).toBeNull();
  expect(readSettings({ ...whole, urlSyncUX: 'javascript:alert(1)' })?.urlSyncUX).toBeNull();
  expect(readSettings({ ...whole, crit: ['urlAPI', 'absent'] })).not.toBeNull();
  for (const bad of [
    null,
    'x',
    [],
    {},
    { ...whole, urlAPI: 'http://dns.example' },
    { ...whole, 'vnd.x.y': 1, crit: ['vnd.x.y'] },
    { ...whole, crit: 'x' },
  ])
    expect(readSettings(bad)).toBeNull();
});

test('what is signed is sorted and percent-encoded, and the signature comes after it [VER-03]', () => {
  // The example of the specification.
  const query = canonicalQuery({ domain: 'example.net', text: 'a+b', ip: '10.10.10.10', b: '2', a: '1' });
  expect(query).toBe('a=1&b=2&domain=example.net&ip=10.10.10.10&text=a%2Bb');
  expect(canonicalQuery({ x: "it's (a) *!" })).toBe('x=it%27s%20%28a%29%20%2A%21');
  expect(
    applyUrl('https://dns.example/sync', { providerId: 'p.example', serviceId: 'email' }, query, {
      signature: 'a+/=',
      keyHost: '_k1',
    }),
  ).toBe(
    `https://dns.example/sync/v2/domainTemplates/providers/p.example/services/email/apply?${query}&sig=a%2B%2F%3D&key=_k1`,
  );
  const records = publicKeyRecords('A'.repeat(392));
  expect(records.map((record) => record.length)).toEqual([244, 176]);
  expect(records.every((record) => record.length <= 255)).toBe(true);
});

const targets = {
  mxHosts: ['mx1.example', 'mx2.example'],
  spfText: 'v=spf1 include:spf.example ~all',
  siteA: '192.0.2.80',
  siteCname: 'sites.example',
};

test('the template asks for what a domain is checked for; only the ownership token and the key vary [VER-03]', () => {
  const template = domainConnectTemplate(
    { providerId: 'p.example', serviceId: 'email', keyDomain: 'dc.p.example' },
    { providerName: 'P', serviceName: 'Email', panelHost: 'panel.p.example' },
    targets,
  );
  expect(
    template.records.map(({ type, host, pointsTo, data, spfRules, priority }) => [
      type,
      host,
      pointsTo ?? data ?? spfRules,
      priority,
    ]),
  ).toEqual([
    ['TXT', '@', 'postern-verification=%ownership%', undefined],
    ['MX', '@', 'mx1.example', 10],
    ['MX', '@', 'mx2.example', 20],
    ['SPFM', '@', 'include:spf.example', undefined],
    ['TXT', '%selector%._domainkey', 'v=DKIM1; k=%keytype%; p=%publickey%', undefined],
    ['TXT', '%selector%-ed25519._domainkey', 'v=DKIM1; k=ed25519; p=%ed25519key%', undefined],
    ['A', '@', '192.0.2.80', undefined],
    ['CNAME', 'www', 'sites.example', undefined],
  ]);
  expect(template).toMatchObject({ syncPubKeyDomain: 'dc.p.example', syncRedirectDomain: 'panel.p.example' });
});

test('a domain fills in its own values, and asks for the groups that it needs [VER-03]', () => {
  const ownership = {
    purpose: 'ownership',
    type: 'TXT',
    host: '@',
    ttlSeconds: 1,
    value: 'postern-verification=abc',
  } as const;
  const mx = { purpose: 'mx', type: 'MX', host: '@', ttlSeconds: 1, value: '10 mx1.example' } as const;
  const dkim = {
    purpose: 'dkim',
    type: 'TXT',
    host: 's1._domainkey',
    ttlSeconds: 1,
    value: 'v=DKIM1; k=rsa; p=MIIB+/=',
  } as const;
  expect(templateValues([ownership, mx, dkim])).toEqual({
    groupId: 'ownership,mail,dkim',
    ownership: 'abc',
    selector: 's1',
    keytype: 'rsa',
    publickey: 'MIIB+/=',
  });
  expect(templateValues([ownership, { ...dkim, value: 'v=DKIM1; p=' }])).toEqual({
    groupId: 'ownership',
    ownership: 'abc',
  });
  const second = {
    ...dkim,
    host: 's1-ed25519._domainkey',
    value: 'v=DKIM1; k=ed25519; p=AAA=',
    isOptional: true,
  } as const;
  const both = { selector: 's1', keytype: 'rsa', publickey: 'MIIB+/=', ed25519key: 'AAA=' };
  expect(templateValues([mx, dkim, second])).toEqual({ groupId: 'mail,dkim,ed25519', ...both });
  // What the template's fixed parts can't express is left out.
  for (const other of [{ host: 's2-ed25519._domainkey' }, { value: 'v=DKIM1; k=rsa; p=AAA=' }])
    expect(templateValues([mx, dkim, { ...second, ...other }])).not.toHaveProperty('ed25519key');
});

test('a provider with an older template does not count as knowing ours; one that names no version does [VER-03]', () => {
  const answers = [{ version: 1 }, { version: 2 }, { version: 3 }, {}, null, 'x', { version: '1' }];
  expect(answers.map(knowsTemplate)).toEqual([false, true, true, true, true, true, true]);
});
