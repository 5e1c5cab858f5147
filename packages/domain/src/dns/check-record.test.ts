import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRecord, type RecordDraft, recordConsequence, renderTextValue } from './index.ts';

const ZONE = 'bluebottle.test';
const rsaKey = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64');
const DKIM = `v=DKIM1; k=rsa; p=${rsaKey(2048)}`;

const draft = (type: string, host: string, value: string | string[], ttl: string | number = 3600): RecordDraft => ({
  type,
  host,
  ttl,
  values: [value].flat(),
});
const verdict = (input: RecordDraft) => {
  const checked = checkRecord(input, ZONE);
  return checked.ok ? checked.value : `${checked.field} ${checked.code}`;
};

describe('one record', () => {
  test.each([
    ['', '@'],
    ['  ', '@'],
    ['@', '@'],
    ['bluebottle.test', '@'],
    ['BlueBottle.test.', '@'],
    ['www', 'www'],
    ['WWW.bluebottle.test', 'www'],
    ['a.b', 'a.b'],
    ['bücher', 'xn--bcher-kva'],
    ['BÜCHER.bluebottle.test', 'xn--bcher-kva'],
    ['ｗｗｗ', 'www'],
    ['münchen。shop', 'xn--mnchen-3ya.shop'],
    ['1', '1'],
    ['notbluebottle.test', 'notbluebottle.test'],
  ])("host '%s' is kept as '%s' [DNS-01]", (host, kept) => {
    expect(verdict(draft('A', host, '192.0.2.1'))).toMatchObject({ host: kept });
  });

  test.each([
    ['*', 'HOST_WILDCARD'],
    ['*.shop', 'HOST_WILDCARD'],
    ['a*', 'HOST_WILDCARD'],
    ['.', 'HOST_LABEL_INVALID'],
    ['a..b', 'HOST_LABEL_INVALID'],
    ['www.other.test.', 'HOST_OUTSIDE_ZONE'],
    ['notbluebottle.test.', 'HOST_OUTSIDE_ZONE'],
    ['.a', 'HOST_LABEL_INVALID'],
    ['-a', 'HOST_LABEL_INVALID'],
    ['a-', 'HOST_LABEL_INVALID'],
    ['a b', 'HOST_LABEL_INVALID'],
    ['a/b', 'HOST_LABEL_INVALID'],
    ['http://a', 'HOST_LABEL_INVALID'],
    ['a\\b', 'HOST_LABEL_INVALID'],
    ['a"b', 'HOST_LABEL_INVALID'],
    ['ü ü', 'HOST_NOT_CONVERTIBLE'],
    ['ü/ü', 'HOST_NOT_CONVERTIBLE'],
    ['ü\u0000', 'HOST_NOT_CONVERTIBLE'],
    ['a'.repeat(64), 'HOST_LABEL_TOO_LONG'],
    ['ü'.repeat(63), 'HOST_LABEL_TOO_LONG'],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(50)}`, 'HOST_TOO_LONG'],
    ['a.'.repeat(5000), 'HOST_TOO_LONG'],
    ['_dmarc', 'HOST_UNDERSCORE'],
  ])("host '%s' is refused as %s [DNS-01]", (host, code) => {
    expect(verdict(draft('A', host, '192.0.2.1'))).toBe(`host ${code}`);
  });

  test.each([
    [300, 300],
    ['86400', 86_400],
    [' 3600 ', 3600],
    [299, 'ttl TTL_OUT_OF_RANGE'],
    ['86401', 'ttl TTL_OUT_OF_RANGE'],
    [3600.5, 'ttl TTL_NOT_WHOLE'],
    ['3600.0', 'ttl TTL_NOT_WHOLE'],
    ['1e4', 'ttl TTL_NOT_WHOLE'],
    ['-300', 'ttl TTL_NOT_WHOLE'],
    ['', 'ttl TTL_NOT_WHOLE'],
    ['1h', 'ttl TTL_NOT_WHOLE'],
    [Number.NaN, 'ttl TTL_NOT_WHOLE'],
    [Number.POSITIVE_INFINITY, 'ttl TTL_NOT_WHOLE'],
  ])("a TTL of '%s' is %s [DNS-01]", (ttl, outcome) => {
    const result = verdict(draft('A', '', '192.0.2.1', ttl));
    expect(typeof result === 'string' ? result : result.ttlSeconds).toBe(outcome);
  });

  const dots = (...lengths: number[]) => lengths.map((length) => 'a'.repeat(length)).join('.');
  test.each([
    ['A', 'www', ' 192.0.2.1 ', '192.0.2.1'],
    ['AAAA', 'www', '2001:DB8:0::1', '2001:db8::1'],
    ['CNAME', 'www', 'Shop.Example.NET.', 'shop.example.net'],
    ['CNAME', 's1._domainkey', 's1._domainkey.mail.example.net', 's1._domainkey.mail.example.net'],
    ['CNAME', 'www', dots(63, 63, 63, 61), dots(63, 63, 63, 61)],
    ['CNAME', 'www', 'bücher.example', 'xn--bcher-kva.example'],
    ['MX', '', 'mx1.example.net', '20 mx1.example.net'],
    ['MX', '', '5 MX1.example.net.', '5 mx1.example.net'],
    ['MX', '', '0   mx1.example.net', '0 mx1.example.net'],
    ['SRV', '_imaps._tcp', '0 1 993 imap.example.net.', '0 1 993 imap.example.net'],
    ['CAA', '', '0 issue "letsencrypt.org"', '0 issue "letsencrypt.org"'],
    ['CAA', '', '128 ISSUE ca.example', '128 issue "ca.example"'],
    ['CAA', '', '0 issue ";"', '0 issue ";"'],
    ['CAA', '', '0 issue "Ca.Example ;"', '0 issue "Ca.Example ;"'],
    ['CAA', '', '0 issuemail "ca.example; account=1 ; b--c="', '0 issuemail "ca.example; account=1 ; b--c="'],
    [
      'CAA',
      '',
      '0 issuewild "ca.example; validationmethods=dns-01"',
      '0 issuewild "ca.example; validationmethods=dns-01"',
    ],
    ['CAA', '', '0 iodef "mailto:security@example.net"', '0 iodef "mailto:security@example.net"'],
    ['NS', 'shop', 'ns1.example.net', 'ns1.example.net'],
    ['TXT', '', 'postern-verification=abc', 'postern-verification=abc'],
    ['TXT', '', '"one " "two"', 'one two'],
    ['TXT', '', '"a \\"b\\" \\059"', 'a "b" ;'],
    ['TXT', '', 'say "hi"', 'say "hi"'],
    ['TXT', '', 'spf-verification=abc', 'spf-verification=abc'],
    ['TXT', '', 'V=SPF1  A +mx ~ALL', 'v=spf1 a mx ~all'],
    ['TXT', '', '"v=spf1 mx" " -all"', 'v=spf1 mx -all'],
    ['TXT', '', '( "v=spf1 mx"\n\t" -all" )', 'v=spf1 mx -all'],
    ['TXT', '', '("a" and b)', '("a" and b)'],
    ['TXT', 's1._domainkey', DKIM, DKIM],
    ['TXT', 'a.b._domainkey.shop', DKIM, DKIM],
    ['TXT', 's1._domainkey', 'v=DKIM1; p=', 'v=DKIM1; p='],
    [
      'TXT',
      '_dmarc',
      'v=DMARC1; p=none; rua=mailto:dmarc@example.net!10m',
      'v=DMARC1; p=none; rua=mailto:dmarc@example.net!10m',
    ],
    ['TXT', '_mta-sts', 'v=STSv1; id=20260101T000000;', 'v=STSv1; id=20260101T000000;'],
    [
      'TXT',
      '_smtp._tls',
      'v=TLSRPTv1; rua=mailto:tls@example.net,https://example.net/r',
      'v=TLSRPTv1; rua=mailto:tls@example.net,https://example.net/r',
    ],
  ])("%s at '%s' takes '%s' as '%s' [DNS-01]", (type, host, value, kept) => {
    expect(verdict(draft(type, host, value))).toMatchObject({ type, values: [kept] });
  });

  test.each([
    ['PTR', '', 'x.test', 'type RECORD_TYPE_UNKNOWN'],
    ['A', '', '', 'values VALUE_REQUIRED'],
    ['A', '', [], 'values VALUE_REQUIRED'],
    ['A', '', ['192.0.2.1', ' '], 'values VALUE_REQUIRED'],
    ['A', '', Array.from({ length: 21 }, (_, place) => `192.0.2.${place}`), 'values TOO_MANY_VALUES'],
    ['A', '', '192.0.2.256', 'values A_NOT_IPV4'],
    ['A', '', 'example.net', 'values A_NOT_IPV4'],
    ['A', '', '2001:db8::1', 'values A_NOT_IPV4'],
    ['AAAA', '', '192.0.2.1', 'values AAAA_NOT_IPV6'],
    ['CNAME', '', 'x.test', 'host CNAME_AT_ROOT'],
    ['CNAME', 'www', ['a.test', 'b.test'], 'values CNAME_ONE_VALUE'],
    ['CNAME', 'www', '*.example.net', 'values TARGET_WILDCARD'],
    ['CNAME', 'www', `${'a'.repeat(64)}.test`, 'values TARGET_LABEL_TOO_LONG'],
    ['CNAME', 'www', dots(63, 63, 63, 62), 'values TARGET_TOO_LONG'],
    ['CNAME', 'www', '192.0.2.1', 'values TARGET_IS_IP_ADDRESS'],
    ['CNAME', 'www', '2001:db8::1', 'values TARGET_IS_IP_ADDRESS'],
    ['CNAME', 'www', 'https://example.net/', 'values TARGET_LABEL_INVALID'],
    ['CNAME', 'www', 'localhost', 'values TARGET_NEEDS_TWO_LABELS'],
    ['CNAME', 'www', '.', 'values TARGET_REQUIRED'],
    ['MX', '', '192.0.2.1', 'values TARGET_IS_IP_ADDRESS'],
    ['MX', '', '70000 mx.example.net', 'values MX_PRIORITY_INVALID'],
    ['MX', '', '-1 mx.example.net', 'values MX_PRIORITY_INVALID'],
    ['MX', '', 'mx_1.example.net', 'values TARGET_LABEL_INVALID'],
    ['SRV', 'imaps', '0 1 993 imap.example.net', 'host SRV_HOST_INVALID'],
    ['SRV', '_imaps._tcp', '0 1 imap.example.net', 'values SRV_INVALID'],
    ['SRV', '_imaps._tcp', '0 1 65536 imap.example.net', 'values SRV_INVALID'],
    ['CAA', '', 'issue "ca.example"', 'values CAA_INVALID'],
    ['CAA', '', '256 issue "ca.example"', 'values CAA_INVALID'],
    ['CAA', '', '0 issue "not an authority"', 'values CAA_INVALID'],
    ['CAA', '', '0 issue "ca.example; a=1;"', 'values CAA_INVALID'],
    ['CAA', '', '0 issue "ca.example; -a=1"', 'values CAA_INVALID'],
    ['CAA', '', '0 issue "ca.example."', 'values CAA_INVALID'],
    ['CAA', '', '0 issue "ca-.example"', 'values CAA_INVALID'],
    ['CAA', '', '0 issuemail "ca.example; a"', 'values CAA_INVALID'],
    ['CAA', '', '0 iodef "ftp://example.net"', 'values CAA_INVALID'],
    ['NS', '', 'ns1.example.net', 'host NS_AT_ROOT'],
    ['TXT', '', '"', 'values TXT_QUOTES'],
    ['TXT', '', '""', 'values TXT_REQUIRED'],
    ['TXT', '', 'grüße', 'values TXT_CHARACTERS'],
    ['TXT', '', 'a\nb', 'values TXT_CHARACTERS'],
    ['TXT', '', 'a'.repeat(2049), 'values TXT_TOO_LONG'],
    ['TXT', '', ['v=spf1 -all', 'other'], 'values SPF_SHARES_RECORD'],
    ['TXT', '', ['v=spf1 -all', 'v=spf1 a -all'], 'values SPF_SHARES_RECORD'],
    ['TXT', '_dmarc', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'values TXT_ONE_VALUE'],
    ['TXT', 's1._domainkey.shop', ['v=DKIM1; p=', 'v=DKIM1; n=x; p='], 'values TXT_ONE_VALUE'],
    ['MX', '', ['0 .', '10 mx.example.net'], 'values MX_NULL_NOT_ALONE'],
    ['TXT', '_dmarc', 'v=spf1 -all', 'values DMARC_VERSION'],
    ['TXT', '_dmarc.shop', 'postern-verification=x', 'values DMARC_VERSION'],
    ['TXT', '_dmarc', 'v=STSv1; id=1', 'values DMARC_VERSION'],
    ['TXT', '_dmarc', DKIM, 'values DMARC_VERSION'],
    ['TXT', '_mta-sts', 'v=spf1 -all', 'values MTA_STS_VERSION'],
    ['TXT', '_mta-sts', 'v=DMARC1; p=none', 'values MTA_STS_VERSION'],
    ['TXT', '_smtp._tls', 'v=spf1 -all', 'values TLS_RPT_VERSION'],
    ['TXT', '_smtp._tls.shop', 'hello', 'values TLS_RPT_VERSION'],
    ['TXT', 's1._domainkey', 'v=spf1 -all', 'values DKIM_VERSION'],
    ['TXT', 'other.test._report._dmarc', 'v=spf1 -all', 'values DMARC_VERSION'],
    ['TXT', '', 'v=DMARC1; p=none', 'values POLICY_MISPLACED'],
    ['TXT', 'dmarc', 'v=DMARC1; p=none', 'values POLICY_MISPLACED'],
    ['TXT', 'mta-sts.shop', 'v=STSv1; id=1', 'values POLICY_MISPLACED'],
    ['TXT', '', 'v=TLSRPTv1; rua=mailto:a@b.test', 'values POLICY_MISPLACED'],
    ['TXT', '', 'a\tb', 'values TXT_CHARACTERS'],
    ['TXT', '', 'v=spf1\tmx -all', 'values SPF_VERSION'],
    ['TXT', '', 'v=spf1 mx\t-all', 'values SPF_CHARACTERS'],
    ['TXT', '', 'v=spf1include:x -all', 'values SPF_SPACE'],
    ['TXT', '', 'spf1 mx -all', 'values SPF_VERSION'],
    ['TXT', '', 'v = spf1 mx -all', 'values SPF_VERSION'],
    ['TXT', '', 'v=spf2.0/pra mx -all', 'values SPF_VERSION'],
    ['TXT', '', 'v=spf1mx -all', 'values SPF_SPACE'],
    ['TXT', '', 'v=spf1include:x.test -all', 'values SPF_SPACE'],
    ['TXT', '', 'V=SPF1~all', 'values SPF_SPACE'],
    ['TXT', '', 'v=spf10', 'values SPF_VERSION'],
    ['TXT', '', 'v=spf10 -all', 'values SPF_VERSION'],
    ['TXT', '', 'v=spf1nonsense -all', 'values SPF_VERSION'],
    ['TXT', 'shop', 'v=spf1mx', 'values SPF_SPACE'],
    ['TXT', '', 'v=spf1 ipv4:192.0.2.1 -all', 'values SPF_MECHANISM_UNKNOWN'],
    ['TXT', '', DKIM, 'values DKIM_AT_ROOT'],
    ['TXT', '_domainkey', DKIM, 'host DOMAINKEY_WITHOUT_SELECTOR'],
    ['TXT', '_domainkey.shop', DKIM, 'host DOMAINKEY_WITHOUT_SELECTOR'],
    ['TXT', 's1._domainkey', 'k=rsa; p=abc', 'values DKIM_VERSION'],
    ['TXT', 's1._domainkey', 'v=DKIM2; p=', 'values DKIM_VERSION'],
    ['TXT', 's1._domainkey', 'v=DKIM1; k=rsa; p=abc', 'values DKIM_KEY_INVALID'],
    ['TXT', 's1._domainkey', `v=DKIM1; p=${rsaKey(512)}`, 'values DKIM_KEY_TOO_SHORT'],
    ['TXT', '_dmarc', 'v=DMARC1', 'values DMARC_TAG_MISSING'],
    ['TXT', '_dmarc', 'v=DMARC1; p=nothing', 'values DMARC_TAG_INVALID'],
    ['TXT', '_dmarc', 'hello', 'values DMARC_VERSION'],
    ['TXT', '_mta-sts', 'v=STSv1; id=2026-01-01', 'values MTA_STS_TAG_INVALID'],
    ['TXT', '_smtp._tls', 'v=TLSRPTv1; rua=tls@example.net', 'values TLS_RPT_TAG_INVALID'],
  ])("%s at '%s' with '%s' is refused: %s [DNS-01]", (type, host, value, refusal) => {
    expect(verdict(draft(type, host, value))).toBe(refusal);
  });

  test.each([
    ['v=spf1mx -all', 'v=spf1 mx -all'],
    ['v=spf1include:x -all', 'v=spf1 include:x -all'],
    ['V=SPF1~all', 'v=spf1 ~all'],
    ['v=spf10', 'v=spf1'],
    ['v=spf10 mx -all', 'v=spf1 mx -all'],
    ['v=spf2 mx -all', 'v=spf1 mx -all'],
    ['spf1: mx -all', 'v=spf1 mx -all'],
    ['v = spf1 mx -all', 'v=spf1 mx -all'],
    ['v=spf1\tmx\t-all', 'v=spf1 mx -all'],
    ['v=spf1nonsense -all', undefined],
    ['v=spf2.0/pra mx -all', undefined],
  ])("the refusal of '%s' says that '%s' was meant [DNS-01]", (value, meant) => {
    const checked = checkRecord(draft('TXT', '', value), ZONE);
    expect(checked.ok ? null : { ...checked.attrs }).toEqual(meant === undefined ? {} : { meant });
  });

  test.each([
    ['MX', '', '0 .', '0 .'],
    ['MX', 'shop', '.', '0 .'],
    ['TXT', '_dmarc', 'v=DMARC1\t;\tp\t=\tnone', 'v=DMARC1 ; p = none'],
    ['TXT', '_dmarc.shop', 'V=DMARC1; Rua=mailto:A@b.test; P=none', 'v=DMARC1; rua=mailto:A@b.test; p=none'],
    ['TXT', 'other.test._report._dmarc', 'v=DMARC1', 'v=DMARC1'],
    ['TXT', '_mta-sts', 'v=STSv1\t;\tid=1', 'v=STSv1 ; id=1'],
    ['TXT', '_smtp._tls', 'v=TLSRPTv1;\trua=mailto:a@b.test', 'v=TLSRPTv1; rua=mailto:a@b.test'],
    ['TXT', 'client-policies', 'v=DMARC1; p=none', 'v=DMARC1; p=none'],
  ])("%s at '%s' with '%s' is kept as '%s' [DNS-01]", (type, host, value, kept) => {
    expect(verdict(draft(type, host, value))).toMatchObject({ values: [kept] });
  });

  test.each([
    ['MX', '10 mx.example.net', null],
    ['MX', '.', 'NO_MAIL'],
    ['TXT', 'v=spf1 mx -all', null],
    ['TXT', 'v=spf1 mx +all', 'ANYONE_SENDS'],
    ['TXT', 'v=spf1 all', 'ANYONE_SENDS'],
    ['TXT', 'v=spf1 ip6:::/0 -all', 'ANYONE_SENDS'],
    ['TXT', 'other +all', null],
  ])("%s '%s' has the consequence %s [DNS-01]", (type, value, consequence) => {
    const checked = checkRecord(draft(type, '', value), ZONE);
    expect(checked.ok && recordConsequence(checked.value)).toBe(consequence);
  });

  test('equal values are kept once, and a checked record passes the check unchanged [DNS-01]', () => {
    expect(verdict(draft('A', '', ['192.0.2.1', ' 192.0.2.1']))).toMatchObject({ values: ['192.0.2.1'] });
  });

  test.each(['"quoted"', ' lead', 'trail ', '("a")', '\\"', '"', 'a"b', ' '])(
    'a text that is kept as %j parses to itself [DNS-01]',
    (kept) => {
      expect(verdict(draft('TXT', 'x', renderTextValue(kept)))).toMatchObject({ values: [kept] });
    },
  );

  test('the check never throws, and what it accepts passes again unchanged [DNS-01]', () => {
    const word = fc.constantFrom(
      'www',
      '.',
      '*',
      '_',
      '-',
      '@',
      'ü',
      '(',
      ')',
      '"',
      '\\',
      ' ',
      '0',
      '10',
      '192.0.2.1',
      'mx.test',
      'v=spf1',
      'v=DKIM1;',
      'p=',
      'issue',
      ';',
      'xn--',
      '\ud800',
    );
    const text = fc.oneof(
      fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
      fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
      fc.string(),
    );
    const type = fc.constantFrom('A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA', 'NS');
    fc.assert(
      fc.property(type, text, fc.array(text, { maxLength: 3 }), (kind, host, values) => {
        const checked = checkRecord({ type: kind, host, ttl: 300, values }, ZONE);
        if (!checked.ok) return;
        const again = kind === 'TXT' ? checked.value.values.map(renderTextValue) : checked.value.values;
        expect(checkRecord({ ...checked.value, ttl: 300, values: again }, ZONE)).toEqual(checked);
      }),
    );
  });

  test('hostile drafts of 100,000 characters are answered at once', () => {
    const unit = fc.constantFrom(
      'a',
      '.',
      'a.',
      '-',
      ' ',
      '"',
      '\\',
      '""',
      '" "',
      'ü',
      '%{',
      '1',
      ';',
      'a=',
      '0 ',
      ':',
      'v=spf1 ',
    );
    const type = fc.constantFrom('A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA', 'NS');
    fc.assert(
      fc.property(type, unit, unit, fc.constantFrom(500, 4000, 100_000), (kind, one, other, length) => {
        const long = one + other.repeat(length / other.length) + one;
        checkRecord(draft(kind, 'www', long), ZONE);
        checkRecord(draft(kind, long, 'x', long), ZONE);
      }),
    );
  });
});
