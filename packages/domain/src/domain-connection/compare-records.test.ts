import { describe, expect, test } from 'vitest';
import type { ZoneRecord } from '../dns/index.ts';
import { compareRecords, type ExpectedRecord, transportRecords } from './index.ts';
import { EXPECTED, only, r, SPF, TOKEN } from './testing/expected.ts';

const say = (zone: ZoneRecord[], expected: ExpectedRecord[]) =>
  compareRecords(expected, zone).map(({ verdict, code, after }) =>
    `${verdict} ${code} ${after.map(({ value }) => value).join(', ')}`.trim(),
  );

test('expected records have their hosts, TTLs, and MX priorities of 10 × position [VER-01]', () => {
  expect(EXPECTED.map(({ type, host, ttlSeconds, value }) => `${type} ${host} ${ttlSeconds} ${value}`)).toEqual([
    `TXT @ 14400 ${TOKEN}`,
    'MX @ 3600 10 mx1.postern.test',
    'MX @ 3600 20 mx2.postern.test',
    `TXT @ 3600 ${SPF}`,
    'A @ 3600 192.0.2.10',
    'CNAME www 3600 site.postern.test',
  ]);
});

describe('what is found, compared with what is expected', () => {
  const dkimKey = (text: string): ExpectedRecord[] => [{ ...r('TXT', 's1._domainkey', text), purpose: 'dkim' }];
  const sts = transportRecords({
    sts: { text: 'v=STSv1; id=2;', formerTexts: ['v=STSv1; id=1;'], policyHost: 'panel.test' },
    reportsTo: null,
  });
  const policy = (purpose: 'dmarc' | 'tls-rpt', host: string, text: string): ExpectedRecord[] => [
    { ...r('TXT', host, text), purpose },
  ];
  const key = `v=DKIM1; k=ed25519; p=${btoa('k'.repeat(32))}`;
  const otherKey = `v=DKIM1; k=ed25519; p=${btoa('o'.repeat(32))}`;

  test.each<[string, ZoneRecord[], ExpectedRecord[], string[]]>([
    [
      'an empty zone',
      [],
      only('mx'),
      ['missing ADD_RECORD 10 mx1.postern.test', 'missing ADD_RECORD 20 mx2.postern.test'],
    ],
    [
      'other priorities',
      [r('MX', '@', '1 mx1.postern.test'), r('MX', '@', '1 MX2.postern.test')],
      only('mx'),
      ['match AS_EXPECTED 1 mx1.postern.test', 'match AS_EXPECTED 1 MX2.postern.test'],
    ],
    [
      'another mail server',
      [r('MX', '@', '10 mx1.postern.test'), r('MX', '@', '10 mx.other.test')],
      only('mx'),
      [
        'match AS_EXPECTED 10 mx1.postern.test',
        'missing ADD_RECORD 20 mx2.postern.test',
        'conflict REMOVE_OTHER_MAIL_SERVER',
      ],
    ],
    [
      'a former mail server',
      [r('MX', '@', '5 old.postern.test')],
      only('mx', ['10 old.postern.test']),
      ['missing ADD_RECORD 10 mx1.postern.test', 'missing ADD_RECORD 20 mx2.postern.test', 'stale REMOVE_FORMER_VALUE'],
    ],
    [
      'a null MX',
      [r('MX', '@', '0 .')],
      only('mx'),
      ['missing ADD_RECORD 10 mx1.postern.test', 'missing ADD_RECORD 20 mx2.postern.test', 'conflict REMOVE_NULL_MX'],
    ],
    [
      'a null MX without its dot, beside another mail server',
      [r('MX', '@', '0 '), r('MX', '@', '10 mx.other.test')],
      only('mx').slice(0, 1),
      ['missing ADD_RECORD 10 mx1.postern.test', 'conflict REMOVE_NULL_MX', 'conflict REMOVE_OTHER_MAIL_SERVER'],
    ],
    [
      'mail of another host',
      [r('MX', 'shop', '10 mx.other.test')],
      only('mx').slice(0, 1),
      ['missing ADD_RECORD 10 mx1.postern.test'],
    ],

    ['no SPF', [r('TXT', '@', 'other')], only('spf'), [`missing ADD_RECORD ${SPF}`]],
    ['our SPF', [r('TXT', '@', SPF)], only('spf'), [`match AS_EXPECTED ${SPF}`]],
    [
      'an SPF with ours in it',
      [r('TXT', '@', 'v=spf1 mx include:spf.postern.test -all')],
      only('spf'),
      ['match AS_EXPECTED v=spf1 mx include:spf.postern.test -all'],
    ],
    [
      'a foreign SPF',
      [r('TXT', '@', 'v=spf1 include:other.test -all')],
      only('spf'),
      ['conflict MERGE_SPF v=spf1 include:spf.postern.test include:other.test -all'],
    ],
    [
      'our SPF for everybody',
      [r('TXT', '@', 'v=spf1 include:spf.postern.test +all')],
      only('spf'),
      ['conflict SPF_ALLOWS_EVERYBODY v=spf1 include:spf.postern.test ~all'],
    ],
    [
      'an SPF for everybody',
      [r('TXT', '@', 'v=spf1 mx all')],
      only('spf'),
      ['conflict SPF_ALLOWS_EVERYBODY v=spf1 include:spf.postern.test mx ~all'],
    ],
    [
      'our SPF with the whole internet',
      [r('TXT', '@', 'v=spf1 include:spf.postern.test ip4:0.0.0.0/0 ip6:::/0 -all')],
      only('spf'),
      ['conflict SPF_ALLOWS_EVERYBODY v=spf1 include:spf.postern.test -all'],
    ],
    [
      'two SPF records, one for everybody',
      [r('TXT', '@', 'v=spf1 +all'), r('TXT', '@', SPF)],
      only('spf'),
      ['conflict SPF_ALLOWS_EVERYBODY v=spf1 include:spf.postern.test ~all'],
    ],
    [
      'an SPF for everybody that redirects',
      [r('TXT', '@', 'v=spf1 ip4:0.0.0.0/0 redirect=other.test')],
      only('spf'),
      ['conflict SPF_MERGE_REDIRECT v=spf1 ip4:0.0.0.0/0 redirect=other.test'],
    ],
    [
      'two SPF records',
      [r('TXT', '@', 'v=spf1 mx -all'), r('TXT', '@', SPF)],
      only('spf'),
      ['conflict MERGE_SPF v=spf1 include:spf.postern.test mx ~all'],
    ],
    [
      'our former SPF',
      [r('TXT', '@', 'v=spf1 mx include:old.postern.test -all')],
      only('spf', ['v=spf1 include:old.postern.test ~all']),
      ['conflict MERGE_SPF v=spf1 include:spf.postern.test mx -all'],
    ],
    [
      'an SPF that redirects',
      [r('TXT', '@', 'v=spf1 redirect=other.test')],
      only('spf'),
      ['conflict SPF_MERGE_REDIRECT v=spf1 redirect=other.test'],
    ],
    [
      'an SPF that refuses first',
      [r('TXT', '@', 'v=spf1 -ip4:192.0.2.1 -all')],
      only('spf'),
      ['conflict SPF_MERGE_NOT_ONLY_PASS v=spf1 -ip4:192.0.2.1 -all'],
    ],
    [
      'an SPF that is none',
      [r('TXT', '@', 'v=spf1 ipv4:192.0.2.1 -all')],
      only('spf'),
      ['conflict SPF_MECHANISM_UNKNOWN v=spf1 ipv4:192.0.2.1 -all'],
    ],

    ['no ownership record', [r('TXT', '@', 'other=abc')], only('ownership'), [`missing ADD_RECORD ${TOKEN}`]],
    [
      'an older token',
      [r('TXT', '@', 'postern-verification=old')],
      only('ownership'),
      [`stale REPLACE_FORMER_VALUE ${TOKEN}`],
    ],
    [
      'the token and an older one',
      [r('TXT', '@', 'postern-verification=old'), r('TXT', '@', TOKEN)],
      only('ownership'),
      [`match AS_EXPECTED ${TOKEN}`, 'stale REMOVE_FORMER_VALUE'],
    ],

    ['no key', [], dkimKey(key), [`missing ADD_RECORD ${key}`]],
    [
      'the key, written otherwise',
      [r('TXT', 's1._domainkey', key.replaceAll(' ', ''))],
      dkimKey(key),
      [`match AS_EXPECTED ${key.replaceAll(' ', '')}`],
    ],
    [
      'our key without the version',
      [r('TXT', 's1._domainkey', key.replace('v=DKIM1; ', ''))],
      dkimKey(key),
      [`match AS_EXPECTED ${key.replace('v=DKIM1; ', '')}`],
    ],
    ['another key', [r('TXT', 's1._domainkey', otherKey)], dkimKey(key), [`conflict REPLACE_OTHER_VALUE ${key}`]],
    [
      'the key in test mode',
      [r('TXT', 's1._domainkey', `${key}; t=y`)],
      dkimKey(key),
      [`conflict REPLACE_OTHER_VALUE ${key}`],
    ],
    [
      'half a key',
      [r('TXT', 's1._domainkey', key.slice(0, -4))],
      dkimKey(key),
      [`conflict REPLACE_INVALID_VALUE ${key}`],
    ],
    [
      'the key twice',
      [r('TXT', 's1._domainkey', otherKey), r('TXT', 's1._domainkey', key)],
      dkimKey(key),
      [`match AS_EXPECTED ${key}`, 'conflict REMOVE_SECOND_RECORD'],
    ],
    [
      'an alias in place of the key',
      [r('CNAME', 's1._domainkey', 'other.test')],
      dkimKey(key),
      [`conflict REPLACE_ALIAS ${key}`],
    ],

    [
      'a DMARC policy of the owner',
      [r('TXT', '_dmarc', 'v=DMARC1; p=reject')],
      policy('dmarc', '_dmarc', 'v=DMARC1; p=none'),
      ['match AS_EXPECTED v=DMARC1; p=reject'],
    ],
    [
      'a broken DMARC policy',
      [r('TXT', '_dmarc', 'v=DMARC1 p=reject')],
      policy('dmarc', '_dmarc', 'v=DMARC1; p=none'),
      ['conflict REPLACE_INVALID_VALUE v=DMARC1; p=none'],
    ],
    [
      'another text at _dmarc',
      [r('TXT', '_dmarc', 'hello')],
      policy('dmarc', '_dmarc', 'v=DMARC1; p=none'),
      ['missing ADD_RECORD v=DMARC1; p=none'],
    ],
    ['no MTA-STS policy', [], sts, ['missing ADD_RECORD panel.test', 'missing ADD_RECORD v=STSv1; id=2;']],
    [
      'our MTA-STS policy, and an id that the owner wrote',
      [r('CNAME', 'mta-sts', 'panel.test'), r('TXT', '_mta-sts', 'v=STSv1; id=20260101')],
      sts,
      ['match AS_EXPECTED panel.test', 'match AS_EXPECTED v=STSv1; id=20260101'],
    ],
    [
      'our MTA-STS policy, and a former id of ours',
      [r('CNAME', 'mta-sts', 'panel.test'), r('TXT', '_mta-sts', 'v=STSv1; id=1;')],
      sts,
      ['match AS_EXPECTED panel.test', 'stale REPLACE_FORMER_VALUE v=STSv1; id=2;'],
    ],
    [
      'half of our MTA-STS policy',
      [r('TXT', '_mta-sts', 'v=STSv1; id=2;')],
      sts,
      ['missing ADD_RECORD panel.test', 'match AS_EXPECTED v=STSv1; id=2;'],
    ],
    [
      'an MTA-STS policy of the owner',
      [r('A', 'mta-sts', '192.0.2.9'), r('TXT', '_mta-sts', 'v=STSv1; id=7;')],
      sts,
      ['match AS_EXPECTED 192.0.2.9', 'match AS_EXPECTED v=STSv1; id=7;'],
    ],
    [
      'an MTA-STS policy of the owner by an alias',
      [r('CNAME', 'mta-sts', 'sts.other.test'), r('CNAME', '_mta-sts', '_sts.other.test')],
      sts,
      ['match AS_EXPECTED sts.other.test', 'match AS_EXPECTED _sts.other.test'],
    ],
    [
      'a policy host of the owner that nothing announces',
      [r('A', 'mta-sts', '192.0.2.9')],
      sts,
      ['conflict HOST_HOLDS_OTHER_RECORDS 192.0.2.9'],
    ],
    [
      'an address of the owner for reports about TLS',
      [r('TXT', '_smtp._tls', 'v=TLSRPTv1; rua=mailto:me@b.test')],
      policy('tls-rpt', '_smtp._tls', 'v=TLSRPTv1; rua=mailto:a@b.test'),
      ['match AS_EXPECTED v=TLSRPTv1; rua=mailto:me@b.test'],
    ],
    [
      'other reports about TLS',
      [r('TXT', '_smtp._tls', 'v=TLSRPTv1; rua=x')],
      policy('tls-rpt', '_smtp._tls', 'v=TLSRPTv1; rua=mailto:a@b.test'),
      ['conflict REPLACE_INVALID_VALUE v=TLSRPTv1; rua=mailto:a@b.test'],
    ],

    ['no address', [r('TXT', '@', 'text')], only('a'), ['missing ADD_RECORD 192.0.2.10']],
    ['the address', [r('A', '@', '192.0.2.10')], only('a'), ['match AS_EXPECTED 192.0.2.10']],
    [
      'more addresses',
      [r('AAAA', '@', '2001:db8::1'), r('A', '@', '192.0.2.10'), r('A', '@', '192.0.2.11')],
      only('a'),
      ['match AS_EXPECTED 192.0.2.10', 'conflict REMOVE_OTHER_ADDRESS', 'conflict REMOVE_OTHER_ADDRESS'],
    ],
    [
      'another address',
      [r('A', '@', '192.0.2.11'), r('A', '@', '192.0.2.12')],
      only('a'),
      ['conflict REPLACE_OTHER_VALUE 192.0.2.10', 'conflict REMOVE_OTHER_ADDRESS'],
    ],
    [
      'a former address',
      [r('A', '@', '192.0.2.9')],
      only('a', ['192.0.2.9']),
      ['stale REPLACE_FORMER_VALUE 192.0.2.10'],
    ],
    [
      'an address where the alias belongs',
      [r('A', 'www', '192.0.2.11')],
      only('cname'),
      ['conflict REPLACE_OTHER_VALUE site.postern.test'],
    ],
    ['the alias', [r('CNAME', 'www', 'site.postern.test')], only('cname'), ['match AS_EXPECTED site.postern.test']],
    [
      'a text where the alias belongs',
      [r('TXT', 'www', 'text'), r('A', 'www', '192.0.2.11')],
      only('cname'),
      ['conflict HOST_HOLDS_OTHER_RECORDS text, 192.0.2.11'],
    ],
  ])('%s [VER-01, VER-02]', (_title, zone, expected, said) => {
    expect(say(zone, expected)).toEqual(said);
  });

  test('what could not be looked up is unknown, neither missing nor there [VER-06]', () => {
    const findings = compareRecords(EXPECTED, [], [{ host: '@', type: 'MX' }]);
    expect(findings.filter(({ verdict }) => verdict === 'unknown').map(({ purpose }) => purpose)).toEqual(['mx', 'mx']);
    expect(findings.filter(({ verdict }) => verdict === 'missing').map(({ purpose }) => purpose)).toEqual([
      'ownership',
      'spf',
      'a',
      'cname',
    ]);
  });
});
