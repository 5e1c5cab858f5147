import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { includesSpf, mergeSpf, parseSpf, renderSpf, type SpfQualifier, type SpfRecord } from './index.ts';
import { evaluateSpf, type StubDns } from './testing/evaluate-spf.ts';

const record = (text: string): SpfRecord => {
  const parsed = parseSpf(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.code}`);
  return parsed.value;
};
const merge = (texts: string[], defaultAll?: SpfQualifier) => {
  const merged = mergeSpf(texts.map(record), defaultAll);
  return merged.ok ? renderSpf(merged.value.record) : merged.code;
};

describe('merging SPF records', () => {
  test.each([
    [['v=spf1 include:a.test ~all', 'v=spf1 include:b.test -all'], 'v=spf1 include:a.test include:b.test -all'],
    [['v=spf1 a mx ~all', 'v=spf1 MX +a ip4:192.0.2.1 ~all'], 'v=spf1 a mx ip4:192.0.2.1 ~all'],
    [['v=spf1 a -all mx', 'v=spf1 ip4:192.0.2.1 -all'], 'v=spf1 a ip4:192.0.2.1 -all'],
    [['v=spf1 a', 'v=spf1 mx -all'], 'v=spf1 a mx -all'],
    [['v=spf1 a', 'v=spf1 mx'], 'v=spf1 a mx ~all'],
    [['v=spf1 a +all', 'v=spf1 mx'], 'v=spf1 a mx all'],
    [['v=spf1 a exp=x.test moo=1 -all', 'v=spf1 exp=y.test mx moo=1 -all'], 'v=spf1 a mx exp=y.test moo=1 -all'],
    [['v=spf1 -a -all', 'v=spf1 mx -all'], 'SPF_MERGE_NOT_ONLY_PASS'],
    [['v=spf1 mx -all', 'v=spf1 ?include:a.test -all'], 'SPF_MERGE_NOT_ONLY_PASS'],
    [['v=spf1 a -all -mx', 'v=spf1 mx -all'], 'v=spf1 a mx -all'],
    [['v=spf1 a -all', 'v=spf1 redirect=b.test'], 'SPF_MERGE_REDIRECT'],
    [['v=spf1 a +all', 'v=spf1 mx -all'], 'SPF_MERGE_ALL_DIFFERS'],
    [['v=spf1 a -all', 'v=spf1 mx +all'], 'SPF_MERGE_ALL_DIFFERS'],
  ])('%j become %s [DNS-01]', (texts, merged) => {
    expect(merge(texts)).toBe(merged);
  });

  test('the specified +all stays reachable for a caller that asks for it, and is told [DNS-01]', () => {
    expect(merge(['v=spf1 a', 'v=spf1 mx'], '+')).toBe('v=spf1 a mx all');
    const merged = mergeSpf([record('v=spf1 a'), record('v=spf1 mx')]);
    expect(merged).toMatchObject({ ok: true, value: { allAdded: '~' } });
    expect(mergeSpf([record('v=spf1 a ?all')])).toMatchObject({ ok: true, value: { allAdded: null } });
  });

  test('records that together ask the DNS too often are not merged [DNS-01]', () => {
    const asking = (from: number, count: number) =>
      `v=spf1 ${Array.from({ length: count }, (_, place) => `include:s${from + place}.test`).join(' ')} -all`;
    expect(merge([asking(0, 5), asking(5, 5)])).toMatch(/^v=spf1 /);
    expect(merge([asking(0, 6), asking(6, 5)])).toBe('SPF_MERGE_TOO_MANY_LOOKUPS');
    expect(merge([`v=spf1 ${'a '.repeat(11)}ip4:192.0.2.1 -all`, 'v=spf1 mx -all'])).toBe('SPF_MERGE_TOO_MANY_LOOKUPS');
  });

  const dns: StubDns = {
    'd.test': { a: ['192.0.2.1'], aaaa: ['2001:db8::1'], mx: ['m1.test', 'm2.test'] },
    'm1.test': { a: ['192.0.2.17'] },
    'm2.test': { a: ['198.51.100.1'], aaaa: ['2001:db8:1::1'] },
    'i1.test': { txt: ['v=spf1 ip4:203.0.113.0/25 -all'] },
    'i2.test': { txt: ['v=spf1 -ip4:203.0.113.1 ip4:203.0.113.0/24 ?all', 'other text'] },
    'i3.test': { txt: ['v=spf1 redirect=i1.test'] },
    '1.2.0.192.l.test': { a: ['127.0.0.2'] },
  };
  const senders = [
    '192.0.2.1',
    '192.0.2.17',
    '192.0.2.200',
    '198.51.100.1',
    '203.0.113.1',
    '203.0.113.200',
    '203.0.113.5',
    '8.8.8.8',
    '2001:db8::1',
    '2001:db8:1::1',
    '2001:db8:2::9',
  ].map((ip) => ({ ip, from: 'ann@d.test' }));
  const term = fc.constantFrom(
    ...[
      'a',
      'a/28',
      'a:m1.test',
      'mx',
      'mx/24//48',
      'ip4:192.0.2.0/24',
      'ip4:203.0.113.5',
      'ip6:2001:db8::/64',
      'ip6:2001:DB8::1',
    ],
    ...[
      'include:i1.test',
      'include:i2.test',
      'include:i3.test',
      'exists:%{ir}.l.test',
      'A:M1.TEST/32',
      'exp=x.test',
      'moo=cow',
    ],
    ...['all', '-all', '~all', '?all'],
  );
  const part = fc
    .tuple(
      fc.uniqueArray(term, { maxLength: 5 }),
      fc.constantFrom('', '', '', '-', '?', '~'),
      fc.constantFrom('', ' -all', ' ~all', ' redirect=i1.test'),
    )
    .map(
      ([terms, sign, end]) =>
        `v=spf1 ${terms.map((each, place) => (place === 1 && /^[aimp]/.test(each) ? `${sign}${each}` : each)).join(' ')}${end}`,
    )
    .filter((text) => parseSpf(text).ok);

  test('a merged record authorises exactly what its parts did [DNS-01]', () => {
    let merged = 0;
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (texts) => {
        const text = merge(texts);
        if (!text.startsWith('v=spf1')) return;
        merged += 1;
        for (const sender of senders) {
          const passes = (each: string) => evaluateSpf(each, 'd.test', sender, dns) === 'pass';
          expect(passes(text), `${sender.ip} ${texts.join(' | ')} -> ${text}`).toBe(texts.some(passes));
        }
      }),
    );
    expect(merged).toBeGreaterThan(5);
  });

  test('a merged record includes each part, is one record, and merging it again changes nothing [DNS-01]', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (texts) => {
        const result = mergeSpf(texts.map(record));
        if (!result.ok) return;
        const text = renderSpf(result.value.record);
        expect(merge([text])).toBe(text);
        expect(merge([text, text])).toBe(text);
        for (const each of texts) expect(includesSpf(result.value.record, record(each))).toBe(true);
      }),
    );
  });
});

test.each([
  ['v=spf1 include:a.test ~all', 'v=spf1 include:a.test -all', true],
  ['v=spf1 mx include:A.test a -all', 'v=spf1 include:a.test ~all', true],
  ['v=spf1 +all', 'v=spf1 include:a.test ~all', true],
  ['v=spf1 -all include:a.test', 'v=spf1 include:a.test ~all', false],
  ['v=spf1 -mx include:a.test', 'v=spf1 include:a.test ~all', false],
  ['v=spf1 ~include:a.test -all', 'v=spf1 include:a.test ~all', false],
  ['v=spf1 redirect=a.test', 'v=spf1 include:a.test ~all', false],
])("'%s' passes all that '%s' passes: %s [VER-01]", (text, wanted, isIncluded) => {
  expect(includesSpf(record(text), record(wanted))).toBe(isIncluded);
});
