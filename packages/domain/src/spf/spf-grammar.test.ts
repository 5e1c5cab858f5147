import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainSpf, isSpfText, mergeSpf, parseSpf, renderSpf, spfWarnings } from './index.ts';
import { SPF_MAXIMUM_CHARACTERS } from './limits.ts';

const read = (text: string) => {
  const parsed = parseSpf(text);
  return parsed.ok ? renderSpf(parsed.value) : parsed.code;
};

describe('the grammar of RFC 7208', () => {
  test.each([
    ['v=spf1', 'v=spf1'],
    ['V=SPF1 -ALL', 'v=spf1 -all'],
    ['v=spf1   a  mx   ~all  ', 'v=spf1 a mx ~all'],
    ['v=spf1 +a +mx +all', 'v=spf1 a mx all'],
    ['v=spf1 ?a:Mail.Example.COM. -all', 'v=spf1 ?a:mail.example.com. -all'],
    ['v=spf1 a/24 mx//64 a:b.test/16//48', 'v=spf1 a/24 mx//64 a:b.test/16//48'],
    ['v=spf1 a/32//128 ip4:192.0.2.1/32 ip6:2001:DB8::1/128', 'v=spf1 a ip4:192.0.2.1 ip6:2001:db8::1'],
    ['v=spf1 a/0 a//0 ip4:0.0.0.0/0 ip6:::/0', 'v=spf1 a/0 a//0 ip4:0.0.0.0/0 ip6:::/0'],
    ['v=spf1 ip6:::ffff:192.0.2.1', 'v=spf1 ip6:::ffff:c000:201'],
    ['v=spf1 ptr ptr:b.test', 'v=spf1 ptr ptr:b.test'],
    ['v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d}', 'v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d}'],
    ['v=spf1 exists:%{I}.%%.%_.%-.b.test', 'v=spf1 exists:%{I}.%%.%_.%-.b.test'],
    ['v=spf1 include:%{d2} redirect=_spf.%{o}', 'v=spf1 include:%{d2} redirect=_spf.%{o}'],
    ['v=spf1 include:a.b%%', 'v=spf1 include:a.b%%'],
    ['v=spf1 a:b.test/c.d.test', 'v=spf1 a:b.test/c.d.test'],
    ['v=spf1 include:_spf.1-1', 'v=spf1 include:_spf.1-1'],
    ['v=spf1 include:_spf.xn--p1ai', 'v=spf1 include:_spf.xn--p1ai'],
    ['v=spf1 exp=why.%{d} moo=x%{d}y moo=cow m.o-o_1=', 'v=spf1 exp=why.%{d} moo=x%{d}y moo=cow m.o-o_1='],
    ['v=spf1 include=b.test', 'v=spf1 include=b.test'],
  ])("'%s' is read as '%s' [DNS-01]", (text, canonical) => {
    expect(read(text)).toBe(canonical);
    expect(read(canonical)).toBe(canonical);
  });

  test.each([
    ['', 'SPF_VERSION'],
    ['v=spf10 -all', 'SPF_VERSION'],
    ['v=spf2.0/pra -all', 'SPF_VERSION'],
    [' v=spf1 -all', 'SPF_VERSION'],
    ['v=spf1\t-all', 'SPF_VERSION'],
    ['v=spf1 a\tmx', 'SPF_CHARACTERS'],
    ['v=spf1 a:bücher.test', 'SPF_CHARACTERS'],
    ['v=spf1 all:b.test', 'SPF_ARGUMENT_NOT_ALLOWED'],
    ['v=spf1 all/8', 'SPF_ARGUMENT_NOT_ALLOWED'],
    ['v=spf1 alle', 'SPF_MECHANISM_UNKNOWN'],
    ['v=spf1 -', 'SPF_MECHANISM_UNKNOWN'],
    ['v=spf1 --all', 'SPF_MECHANISM_UNKNOWN'],
    ['v=spf1 ip5:192.0.2.1', 'SPF_MECHANISM_UNKNOWN'],
    ['v=spf1 -redirect=b.test', 'SPF_MECHANISM_UNKNOWN'],
    ['v=spf1 "a"', 'SPF_MECHANISM_UNKNOWN'],
    ['v=spf1 include', 'SPF_DOMAIN_REQUIRED'],
    ['v=spf1 include:', 'SPF_DOMAIN_REQUIRED'],
    ['v=spf1 a:', 'SPF_DOMAIN_REQUIRED'],
    ['v=spf1 ptr:', 'SPF_DOMAIN_REQUIRED'],
    ['v=spf1 redirect=', 'SPF_DOMAIN_REQUIRED'],
    ['v=spf1 include:localhost', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 include:b.123', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 include:b.test/24', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 include:b.-test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 include:b.te_st', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{d}.', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{d}test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{x}.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{d0}.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{c}.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{t}.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{dr2}.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{d!}.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%(d).test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%{d.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 exists:%.test', 'SPF_DOMAIN_INVALID'],
    ['v=spf1 a/33', 'SPF_PREFIX_INVALID'],
    ['v=spf1 a/024', 'SPF_PREFIX_INVALID'],
    ['v=spf1 a/', 'SPF_PREFIX_INVALID'],
    ['v=spf1 a:b.test/33', 'SPF_PREFIX_INVALID'],
    ['v=spf1 a:b.test//129', 'SPF_PREFIX_INVALID'],
    ['v=spf1 mx/24/64', 'SPF_PREFIX_INVALID'],
    ['v=spf1 a:/24', 'SPF_DOMAIN_REQUIRED'],
    ['v=spf1 ip4', 'SPF_ADDRESS_INVALID'],
    ['v=spf1 ip4:', 'SPF_ADDRESS_INVALID'],
    ['v=spf1 ip4:192.0.2', 'SPF_ADDRESS_INVALID'],
    ['v=spf1 ip4:192.0.2.256', 'SPF_ADDRESS_INVALID'],
    ['v=spf1 ip4:2001:db8::1', 'SPF_ADDRESS_INVALID'],
    ['v=spf1 ip6:192.0.2.1', 'SPF_ADDRESS_INVALID'],
    ['v=spf1 ip4:192.0.2.0/33', 'SPF_PREFIX_INVALID'],
    ['v=spf1 ip4:192.0.2.0/08', 'SPF_PREFIX_INVALID'],
    ['v=spf1 ip4:192.0.2.0/', 'SPF_PREFIX_INVALID'],
    ['v=spf1 ip4:192.0.2.0//24', 'SPF_PREFIX_INVALID'],
    ['v=spf1 ip6:2001:db8::/129', 'SPF_PREFIX_INVALID'],
    ['v=spf1 moo=%x', 'SPF_MODIFIER_INVALID'],
    ['v=spf1 redirect=a.test redirect=b.test', 'SPF_MODIFIER_TWICE'],
    ['v=spf1 exp=a.test EXP=a.test', 'SPF_MODIFIER_TWICE'],
    [`v=spf1 ${'a '.repeat(1100)}`, 'SPF_TOO_LONG'],
  ])("'%s' is refused as %s [DNS-01]", (text, code) => {
    expect(read(text)).toBe(code);
  });

  test('a refusal names the word and its place [DNS-01]', () => {
    expect(parseSpf('v=spf1 a mx ipv4:192.0.2.1 -all')).toEqual({
      ok: false,
      code: 'SPF_MECHANISM_UNKNOWN',
      attrs: { term: 'ipv4:192.0.2.1', place: 3 },
    });
  });

  test('a parsed record is written so that it parses to itself, and the parser never throws [DNS-01]', () => {
    const word = fc.constantFrom(
      ...[
        'a',
        'mx',
        'all',
        '-',
        '~',
        '?',
        '+',
        ':',
        '/',
        '//',
        '%',
        '%{',
        'd',
        'r',
        '}',
        '%%',
        '%_',
        '=',
        '.',
        ' ',
        '24',
        '0',
      ],
      ...[
        'ip4:',
        'ip6:',
        '192.0.2.1',
        '2001:db8::',
        'include:',
        'exists:',
        'redirect=',
        'exp=',
        'x=',
        'b.test',
        '\u00e9',
        '\n',
      ],
    );
    const texts = fc.oneof(
      fc.array(word, { maxLength: 30 }).map((words) => words.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isBare) => {
        const parsed = parseSpf(isBare ? text : `v=spf1 ${text}`);
        if (!parsed.ok) return;
        const canonical = renderSpf(parsed.value);
        expect(parseSpf(canonical)).toEqual({ ok: true, value: parsed.value });
        expect(isSpfText(canonical)).toBe(true);
        expect(explainSpf(parsed.value)).toHaveLength(parsed.value.terms.length);
        spfWarnings(parsed.value);
        mergeSpf([parsed.value, parsed.value]);
      }),
    );
  });

  test('hostile texts of 100,000 characters are answered at once', () => {
    const unit = fc.constantFrom('%{', '%', '/', '//', ' ', 'a:', '1', '%{d', '=', '.', ':', 'x=%{', 'a/');
    fc.assert(
      fc.property(unit, unit, fc.constantFrom(SPF_MAXIMUM_CHARACTERS - 20, 100_000), (one, other, length) => {
        parseSpf(`v=spf1 ${one}${other.repeat(length / other.length)}`);
      }),
    );
  });
});

describe('what is allowed and unwise', () => {
  const codes = (text: string) => {
    const parsed = parseSpf(text);
    return parsed.ok ? spfWarnings(parsed.value).map(({ code }) => code) : parsed.code;
  };
  const includes = (count: number) => Array.from({ length: count }, (_, place) => `include:s${place}.test`).join(' ');

  test.each([
    ['v=spf1 include:_spf.b.test ~all', []],
    ['v=spf1 ip4:192.0.2.1 redirect=b.test', []],
    ['v=spf1 +all', ['SPF_ALLOWS_EVERYBODY']],
    ['v=spf1 ip4:0.0.0.0/0 -all', ['SPF_ALLOWS_EVERYBODY']],
    ['v=spf1 a/0 -all', ['SPF_ALLOWS_EVERYBODY']],
    ['v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all', ['SPF_ALLOWS_EVERYBODY']],
    ['v=spf1 ip6:2000::/3 -all', ['SPF_ALLOWS_EVERYBODY']],
    ['v=spf1 mx//0 -all', ['SPF_ALLOWS_EVERYBODY']],
    ['v=spf1 ip4:10.0.0.0/8 ip6:2001::/16 -all', []],
    ['v=spf1 -all +all', ['SPF_TERM_AFTER_ALL']],
    ['v=spf1 -ip4:0.0.0.0/0 -all', []],
    ['v=spf1 a', ['SPF_SAYS_NOTHING_OF_OTHERS']],
    ['v=spf1 a -all redirect=b.test', ['SPF_REDIRECT_IGNORED']],
    ['v=spf1 -all a', ['SPF_TERM_AFTER_ALL']],
    ['v=spf1 a +a -all', ['SPF_TERM_TWICE']],
    ['v=spf1 ptr -all', ['SPF_PTR_IS_SLOW']],
    ['v=spf1 include=b.test -all', ['SPF_MODIFIER_IS_MECHANISM']],
    ['v=spf1 a:b..test -all', ['SPF_NAME_INVALID']],
    [`v=spf1 a:${'b'.repeat(64)}.test -all`, ['SPF_NAME_INVALID']],
    [`v=spf1 ${includes(10)} -all`, []],
    [`v=spf1 ${includes(11)} -all`, ['SPF_TOO_MANY_LOOKUPS']],
    [`v=spf1 ${includes(10)} -all redirect=b.test a`, ['SPF_REDIRECT_IGNORED', 'SPF_TERM_AFTER_ALL']],
    [`v=spf1 ${Array.from({ length: 30 }, (_, place) => `ip4:192.0.2.${100 + place}`).join(' ')} -all`, ['SPF_LONG']],
  ])("'%s' is warned about with %j [DNS-01]", (text, warnings) => {
    expect(codes(text)).toEqual(warnings);
  });
});

test('a record is explained term by term, as codes with the names they mention [DNS-01, VER-04]', () => {
  const parsed = parseSpf(
    'v=spf1 include:_spf.b.test ip4:192.0.2.0/24 ip6:2001:db8::1 a mx:%{d}/24 exists:%{i}.b.test ~all ptr exp=why.b.test x=y',
  );
  expect(parsed.ok && explainSpf(parsed.value).map(({ term: _, ...rest }) => rest)).toEqual([
    { result: 'pass', code: 'SPF_MEANS_INCLUDE', name: '_spf.b.test', hasMacro: false },
    { result: 'pass', code: 'SPF_MEANS_NETWORK', address: '192.0.2.0', prefix: 24 },
    { result: 'pass', code: 'SPF_MEANS_ADDRESS', address: '2001:db8::1' },
    { result: 'pass', code: 'SPF_MEANS_HOST_ADDRESSES', name: null, hasMacro: false, ip4Prefix: null, ip6Prefix: null },
    { result: 'pass', code: 'SPF_MEANS_MX_ADDRESSES', name: '%{d}', hasMacro: true, ip4Prefix: 24, ip6Prefix: null },
    { result: 'pass', code: 'SPF_MEANS_EXISTS', name: '%{i}.b.test', hasMacro: true },
    { result: 'softfail', code: 'SPF_MEANS_EVERYBODY_ELSE' },
    { result: null, code: 'SPF_MEANS_NOTHING_BEHIND_ALL' },
    { result: null, code: 'SPF_MEANS_EXPLANATION', name: 'why.b.test', hasMacro: false },
    { result: null, code: 'SPF_MEANS_IGNORED', name: 'x' },
  ]);
});
