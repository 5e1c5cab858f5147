import { describe, expect, test } from 'vitest';
import type { DnsRecord } from '../dns/index.ts';
import { changesWhereMailGoes, maySetInVisit } from './records-in-visit.ts';

const record = (type: DnsRecord['type'], host: string, ...values: string[]): DnsRecord => ({
  ...{ type, host, values },
  ttlSeconds: 3600,
});
const MX = record('MX', '@', '10 mail.harbour.test');
const SITE = record('A', '@', '192.0.2.1');
const zone = { zoneName: 'harbour.test', records: [MX, SITE] };

describe('records in a visit', () => {
  test.each<[string, DnsRecord, DnsRecord | undefined]>([
    ['the MX record becomes a text', record('TXT', 'x', 'gone'), MX],
    ['the MX record moves', record('MX', 'x', '10 mail.harbour.test'), MX],
    ['mail apps are sent elsewhere', record('SRV', '_imaps._tcp', '0 1 993 evil.test'), undefined],
    ['mail apps are sent elsewhere by an alias', record('CNAME', '_imaps._tcp', 'evil.test'), undefined],
    ['the set-up of mail apps moves', record('CNAME', 'autodiscover', 'evil.test'), undefined],
    ['every name without a record leads elsewhere', record('CNAME', '*', 'evil.test'), undefined],
    ['the domain itself leads elsewhere, where mail apps ask too', record('A', '@', '198.51.100.1'), SITE],
    ['the mail server has another address', record('A', 'mail', '198.51.100.1'), record('A', 'mail', '192.0.2.2')],
  ])('%s: refused [SUP-01]', (_, wanted, before) => {
    expect(maySetInVisit(wanted, before, zone)).toBe(false);
  });

  test('an address of another host, a text and a key may be set [SUP-01]', () => {
    expect(maySetInVisit(record('A', 'shop', '198.51.100.1'), undefined, zone)).toBe(true);
    expect(maySetInVisit(record('CNAME', 'www', 'site.test'), undefined, zone)).toBe(true);
    expect(maySetInVisit(record('TXT', 'mail', 'proof'), undefined, zone)).toBe(true);
  });

  test('a change that brings back a former MX record sends mail elsewhere; a new text does not [SUP-01]', () => {
    expect(changesWhereMailGoes([MX, SITE], [record('MX', '@', '10 old.test'), SITE])).toBe(true);
    expect(changesWhereMailGoes([MX, SITE], [SITE, record('TXT', '@', 'a'), MX])).toBe(false);
  });
});
