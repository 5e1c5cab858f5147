import { describe, expect, test } from 'vitest';
import { findProvider, renderForProvider } from './index.ts';
import { KNOWN_PROVIDERS } from './known-providers.ts';

const guideOf = (providerId: string) => KNOWN_PROVIDERS.find((each) => each.providerId === providerId)?.guide ?? null;

describe('a provider is recognized by its name servers [VER-01]', () => {
  const cases: [nameServers: string[], expected: string | null][] = [
    [['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'], 'cloudflare'],
    [['NS59.DOMAINCONTROL.COM.', 'ns60.domaincontrol.com'], 'godaddy'],
    [['ns1121.ui-dns.com', 'ns1044.ui-dns.org', 'ns1086.ui-dns.biz', 'ns1036.ui-dns.de'], 'ionos'],
    [['ns-2048.awsdns-64.com', 'ns-2049.awsdns-65.co.uk'], 'route53'],
    [['dns1.registrar-servers.com', 'dns2.registrar-servers.com'], 'namecheap'],
    [['ns1.dns-parking.com', 'ns2.dns-parking.com'], 'hostinger'],
    // A sister company of IONOS, with another form.
    [['ns-strato.ui-dns.de'], null],
    // With two providers it is unclear where a record must be added.
    [['ada.ns.cloudflare.com', 'ns59.domaincontrol.com'], null],
    [['ada.ns.cloudflare.com.evil.example'], null],
    [['evilns.cloudflare.com'], null],
    [['a.b.ns.cloudflare.com'], null],
    [['ns1.example.net'], null],
    [[], null],
  ];
  test.each(cases)('%j is %s', (nameServers, expected) => {
    expect(findProvider(nameServers)?.providerId ?? null).toBe(expected);
  });
});

test('every provider has a dated source, and none claims the name servers of another [VER-01]', () => {
  for (const { nameServers, source, guide, providerId } of KNOWN_PROVIDERS) {
    for (const each of [source, ...(guide === null ? [] : [guide.source])]) {
      expect(new URL(each.address).protocol).toBe('https:');
      expect(each.date).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
    for (const pattern of nameServers) {
      const name = pattern.replaceAll('*', 'x1').replaceAll('#', '1001');
      expect(findProvider([name])?.providerId).toBe(providerId);
    }
  }
});

describe("a record is shown in the fields of the provider's form [VER-01]", () => {
  const mx = { type: 'MX', host: '@', value: 'mx1.example.net', priority: 10, ttlSeconds: 3600 } as const;
  const spf = { type: 'TXT', host: '@', value: 'v=spf1 -all', priority: null, ttlSeconds: 3600 } as const;
  const site = { type: 'CNAME', host: 'www', value: 'site.example.net', priority: null, ttlSeconds: 3600 } as const;
  const told = (record: typeof mx | typeof spf | typeof site, providerId: string) =>
    renderForProvider(record, guideOf(providerId)).map(({ label, value }) => `${label ?? '?'}: ${value}`);

  test('the priority has its own field, or goes before the host', () => {
    expect(told(mx, 'cloudflare')).toEqual(['Name: @', 'Mail server: mx1.example.net', 'Priority: 10', 'TTL: 3600']);
    expect(told(mx, 'route53')).toEqual(['Record name: ', 'Value: 10 mx1.example.net.', 'TTL (Seconds): 3600']);
  });

  test('the domain itself is @ or an empty field, depending on the type', () => {
    expect(told(mx, 'ionos')[0]).toBe('Host name: @');
    expect(told(spf, 'ionos')[0]).toBe('Host name: ');
    expect(told(mx, 'ovhcloud')).toEqual(['Domain: ', 'Target: mx1.example.net.', 'Priority: 10', 'TTL: 3600']);
  });

  test('only host names in values get a trailing dot, and the host of a record stays as it is', () => {
    expect(told(spf, 'namecheap')).toEqual(['Host: @', 'Value: v=spf1 -all', 'TTL: 3600']);
    expect(told(site, 'namecheap')).toEqual(['Host: www', 'Value: site.example.net.', 'TTL: 3600']);
  });

  test('a field that no source names has no label, and without a guide no field has one', () => {
    expect(told(site, 'ionos')[1]).toBe('?: site.example.net');
    expect(told(mx, 'wix')).toEqual(['?: @', '?: mx1.example.net', '?: 10', '?: 3600']);
  });
});
