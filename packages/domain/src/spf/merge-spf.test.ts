import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { includesSpf, mergeSpf, parseSpf, renderSpf, type SpfRecord } from './index.ts';
import { type SpfQualifier } from './spf-record.ts';
import { evaluateSpf } from './testing/evaluate-spf.ts';
import { aRecord, SAMPLE_DNS, SENDERS } from './testing/spf-samples.ts';

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

  test('the specified +all is used if a caller asks for it, and reported [DNS-01]', () => {
    expect(merge(['v=spf1 a', 'v=spf1 mx'], '+')).toBe('v=spf1 a mx all');
    const merged = mergeSpf([record('v=spf1 a'), record('v=spf1 mx')]);
    expect(merged).toMatchObject({ ok: true, value: { allAdded: '~' } });
    expect(mergeSpf([record('v=spf1 a ?all')])).toMatchObject({ ok: true, value: { allAdded: null } });
  });

  test('records that together need too many lookups are not merged [DNS-01]', () => {
    const asking = (from: number, count: number) =>
      `v=spf1 ${Array.from({ length: count }, (_, place) => `include:s${from + place}.test`).join(' ')} -all`;
    expect(merge([asking(0, 5), asking(5, 5)])).toMatch(/^v=spf1 /);
    expect(merge([asking(0, 6), asking(6, 5)])).toBe('SPF_MERGE_TOO_MANY_LOOKUPS');
    expect(merge([`v=spf1 ${'a '.repeat(11)}ip4:192.0.2.1 -all`, 'v=spf1 mx -all'])).toBe('SPF_MERGE_TOO_MANY_LOOKUPS');
  });

  test('a merged record authorizes exactly what its parts did [DNS-01]', () => {
    let merged = 0;
    fc.assert(
      fc.property(fc.array(aRecord, { minLength: 1, maxLength: 3 }), (texts) => {
        const text = merge(texts);
        if (!text.startsWith('v=spf1')) return;
        merged += 1;
        for (const sender of SENDERS) {
          const passes = (each: string) => evaluateSpf(each, 'd.test', sender, SAMPLE_DNS) === 'pass';
          expect(passes(text), `${sender.ip} ${texts.join(' | ')} -> ${text}`).toBe(texts.some(passes));
        }
      }),
    );
    expect(merged).toBeGreaterThan(5);
  });

  test('a merged record includes each part, is one record, and merging it again changes nothing [DNS-01]', () => {
    fc.assert(
      fc.property(fc.array(aRecord, { minLength: 1, maxLength: 3 }), (texts) => {
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
])("'%s' passes everything that '%s' passes: %s [VER-01]", (text, wanted, isIncluded) => {
  expect(includesSpf(record(text), record(wanted))).toBe(isIncluded);
});
