import { describe, expect, test } from 'vitest';
import {
  canDeleteRecord,
  canUpsertRecord,
  checkRecord,
  type DnsRecord,
  type RecordDraft,
  type StoredRecord,
} from './index.ts';

const ZONE = 'bluebottle.test';
const draft = (type: string, host: string, value: string | string[], ttl: string | number = 3600): RecordDraft => ({
  type,
  host,
  ttl,
  values: [value].flat(),
});

describe('records side by side', () => {
  const stored = (...rows: [type: string, host: string, ...values: string[]][]): StoredRecord[] =>
    rows.map(([type, host, ...values], place) => {
      const checked = checkRecord(draft(type, host, values), ZONE);
      if (!checked.ok) throw new Error(`${type} ${host}: ${checked.code}`);
      return { ...checked.value, recordId: `r${place}` };
    });
  const add = (records: StoredRecord[], input: RecordDraft, recordId: string | null = null, maximum = 200) => {
    const checked = checkRecord(input, ZONE);
    if (!checked.ok) throw new Error(checked.code);
    const outcome = canUpsertRecord(checked.value, { zoneName: ZONE, records, maximum }, recordId);
    return outcome.ok ? 'ok' : `${outcome.code} ${'recordId' in outcome.attrs ? outcome.attrs.recordId : ''}`.trim();
  };

  test('two records of the same type and host, if they exist already, can both be edited [DNS-01]', () => {
    const both = stored(['MX', '', 'a.test'], ['MX', '', 'b.test']);
    expect(add(both, draft('MX', '', 'c.test', 600), 'r1')).toBe('ok');
    expect(add(both, draft('MX', '', 'c.test'))).toBe('RECORD_TYPE_EXISTS r0');
    expect(add(both, draft('MX', '', '0 .'), 'r1')).toBe('MX_NULL_NOT_ALONE');
  });

  test.each<[string, StoredRecord[], RecordDraft, string]>([
    ['another A at another host', stored(['A', 'a', '192.0.2.1']), draft('A', 'b', '192.0.2.1'), 'ok'],
    ['a second A at a host', stored(['A', 'a', '192.0.2.1']), draft('A', 'a', '192.0.2.2'), 'RECORD_TYPE_EXISTS r0'],
    ['a second MX', stored(['MX', '', 'mx.example.net']), draft('MX', '', 'mx2.example.net'), 'RECORD_TYPE_EXISTS r0'],
    ['a null MX', [], draft('MX', '', '0 .'), 'ok'],
    ['a null MX beside an MX', stored(['MX', '', 'mx.example.net']), draft('MX', '', '0 .'), 'RECORD_TYPE_EXISTS r0'],
    ['a null MX at another host', stored(['MX', '', 'mx.example.net']), draft('MX', 'shop', '0 .'), 'ok'],
    ['a second CNAME', stored(['CNAME', 'a', 'x.test']), draft('CNAME', 'a', 'y.test'), 'RECORD_TYPE_EXISTS r0'],
    ['a CNAME beside an A', stored(['A', 'a', '192.0.2.1']), draft('CNAME', 'a', 'x.test'), 'CNAME_NOT_ALONE'],
    ['a CNAME beside a TXT', stored(['TXT', 'a', 'text']), draft('CNAME', 'a', 'x.test'), 'CNAME_NOT_ALONE'],
    ['an A beside a CNAME', stored(['CNAME', 'a', 'x.test']), draft('A', 'a', '192.0.2.1'), 'HOST_HAS_CNAME r0'],
    ['a TXT beside the SPF', stored(['TXT', '', 'v=spf1 -all']), draft('TXT', '', 'postern-verification=x'), 'ok'],
    ['the SPF beside a TXT', stored(['TXT', '', 'a=b', 'c=d']), draft('TXT', '', 'v=spf1 -all'), 'ok'],
    [
      'a second SPF',
      stored(['TXT', '', 'a=b'], ['TXT', '', 'v=spf1 -all']),
      draft('TXT', '', 'v=spf1 a -all'),
      'SPF_EXISTS r1',
    ],
    [
      'a second policy',
      stored(['TXT', '_dmarc', 'v=DMARC1; p=none']),
      draft('TXT', '_dmarc', 'v=DMARC1; p=reject'),
      'TEXT_STANDS_ALONE r0',
    ],
    [
      'a second key of a selector',
      stored(['TXT', 's1._domainkey', 'v=DKIM1; p=']),
      draft('TXT', 's1._domainkey', 'v=DKIM1; n=x; p='),
      'TEXT_STANDS_ALONE r0',
    ],
    ['an SPF at another host', stored(['TXT', '', 'v=spf1 -all']), draft('TXT', 'shop', 'v=spf1 a -all'), 'ok'],
    ['the same TXT again', stored(['TXT', '', 'a=b']), draft('TXT', '', ['c=d', 'a=b']), 'TXT_EXISTS r0'],
    ['an MX to an own host without address', [], draft('MX', '', 'mail.bluebottle.test'), 'TARGET_HAS_NO_ADDRESS'],
    ['an MX to an own host', stored(['A', 'mail', '192.0.2.1']), draft('MX', '', 'mail.bluebottle.test'), 'ok'],
    ['an MX to the root', stored(['AAAA', '', '2001:db8::1']), draft('MX', '', 'bluebottle.test'), 'ok'],
    [
      'an MX to an alias',
      stored(['CNAME', 'mail', 'x.test']),
      draft('MX', '', 'mail.bluebottle.test'),
      'TARGET_IS_ALIAS',
    ],
    [
      'a service on an own host without address',
      [],
      draft('SRV', '_a._tcp', '0 0 1 x.bluebottle.test'),
      'TARGET_HAS_NO_ADDRESS',
    ],
    ['an alias to itself', [], draft('CNAME', 'a', 'a.bluebottle.test'), 'CNAME_LOOP'],
    [
      'aliases in a ring',
      stored(['CNAME', 'b', 'c.bluebottle.test'], ['CNAME', 'c', 'a.bluebottle.test']),
      draft('CNAME', 'a', 'b.bluebottle.test'),
      'CNAME_LOOP',
    ],
    ['an alias of an alias', stored(['CNAME', 'b', 'c.test']), draft('CNAME', 'a', 'b.bluebottle.test'), 'ok'],
    [
      'a host below a delegation',
      stored(['NS', 'shop', 'ns.example.net']),
      draft('A', 'www.shop', '192.0.2.1'),
      'HOST_DELEGATED',
    ],
    [
      'a delegation above a host',
      stored(['A', 'www.shop', '192.0.2.1']),
      draft('NS', 'shop', 'ns.example.net'),
      'HOST_DELEGATED',
    ],
    [
      'a record beside a delegation',
      stored(['NS', 'shop', 'ns.example.net']),
      draft('TXT', 'shop', 'text'),
      'HOST_DELEGATED',
    ],
    ['a delegation to below itself', [], draft('NS', 'shop', 'ns.shop.bluebottle.test'), 'TARGET_DELEGATED'],
  ])('%s [DNS-01]', (_title, records, input, outcome) => {
    expect(add(records, input)).toBe(outcome);
  });

  test('the texts of a host must fit into one answer, and a host that has too many may get fewer [DNS-01]', () => {
    const texts = (name: string) => Array.from({ length: 20 }, (_, place) => `${name}${place}`.padEnd(2000, 'x'));
    const records = stored(['TXT', 'big', ...texts('a')]);
    expect(add(records, draft('TXT', 'big', texts('b')))).toBe('TEXTS_TOO_LONG');
    expect(add(records, draft('TXT', 'other', texts('b')))).toBe('ok');
    expect(add(records, draft('TXT', 'big', texts('b').slice(0, 9)))).toBe('ok');
    const over = stored(['TXT', 'big', ...texts('a')], ['TXT', 'big', ...texts('b')]);
    expect(canDeleteRecord('r0', { zoneName: ZONE, records: over })).toEqual({ ok: true });
    expect(add(over, draft('TXT', 'big', texts('b').slice(0, 18)), 'r1')).toBe('ok');
  });

  test('a record may replace itself, but no other record [DNS-01]', () => {
    const records = stored(['A', 'a', '192.0.2.1'], ['TXT', '', 'v=spf1 -all'], ['CNAME', 'www', 'x.test']);
    expect(add(records, draft('A', 'a', '192.0.2.2'), 'r0')).toBe('ok');
    expect(add(records, draft('TXT', '', 'v=spf1 a -all'), 'r1')).toBe('ok');
    expect(add(records, draft('A', 'www', '192.0.2.2'), 'r2')).toBe('ok');
    expect(add(records, draft('A', 'www', '192.0.2.2'), 'r0')).toBe('HOST_HAS_CNAME r2');
    expect(add(records, draft('A', 'b', '192.0.2.2'), 'r9')).toBe('RECORD_NOT_FOUND');
  });

  test('a full zone accepts no new records, but changes to those it has [DNS-01]', () => {
    const records = stored(['A', 'a', '192.0.2.1'], ['A', 'b', '192.0.2.1']);
    expect(add(records, draft('A', 'c', '192.0.2.1'), null, 2)).toBe('RECORD_LIMIT_REACHED');
    expect(add(records, draft('A', 'c', '192.0.2.1'), 'r0', 2)).toBe('ok');
  });

  test('an address that mail needs cannot be deleted or moved before the mail is [DNS-01]', () => {
    const records = stored(['A', 'mail', '192.0.2.1'], ['MX', '', 'mail.bluebottle.test'], ['A', 'www', '192.0.2.1']);
    const zone = { zoneName: ZONE, records };
    expect(canDeleteRecord('r0', zone)).toMatchObject({ ok: false, code: 'TARGET_HAS_NO_ADDRESS' });
    expect(add(records, draft('A', 'mail2', '192.0.2.1'), 'r0')).toBe('TARGET_HAS_NO_ADDRESS');
    expect(canDeleteRecord('r1', zone)).toEqual({ ok: true });
    expect(canDeleteRecord('r2', zone)).toEqual({ ok: true });
    expect(canDeleteRecord('r9', zone)).toMatchObject({ ok: false, code: 'RECORD_NOT_FOUND' });
  });

  test('a zone that is faulty can be fixed record by record', () => {
    const broken: StoredRecord[] = [
      ...stored(['MX', 'shop', 'mx.example.net']),
      {
        recordId: 'm',
        type: 'MX',
        host: '@',
        ttlSeconds: 300,
        values: ['10 gone.bluebottle.test'],
      } satisfies DnsRecord & { recordId: string },
    ];
    expect(add(broken, draft('A', 'www', '192.0.2.1'))).toBe('ok');
    expect(canDeleteRecord('m', { zoneName: ZONE, records: broken })).toEqual({ ok: true });
  });
});
