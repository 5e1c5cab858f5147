import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDmarc, parseMtaSts, parseTlsRpt } from './index.ts';
import { TAG_LIST_MAXIMUM_CHARACTERS, type Tags } from './tag-list.ts';

const renderTags = (tags: Tags) => [...tags].map(([tag, value]) => `${tag}=${value}`).join('; ');

const read = (parse: typeof parseDmarc | typeof parseMtaSts | typeof parseTlsRpt, text: string) => {
  const parsed = parse(text);
  return parsed.ok
    ? renderTags(parsed.value)
    : 'tag' in parsed.attrs
      ? `${parsed.code} ${parsed.attrs.tag}`
      : parsed.code;
};

describe('policy records', () => {
  test.each([
    ['v=DMARC1; p=none', 'v=DMARC1; p=none'],
    ['v = DMARC1 ;p=reject; sp=quarantine;np=none; pct=50;', 'v=DMARC1; p=reject; sp=quarantine; np=none; pct=50'],
    [
      'v=DMARC1; p=none; rua=mailto:a@b.test!10m, mailto:c@d.test; ruf=mailto:a@b.test',
      'v=DMARC1; p=none; rua=mailto:a@b.test!10m, mailto:c@d.test; ruf=mailto:a@b.test',
    ],
    [
      'v=DMARC1; p=none; fo=0:1:d:s; adkim=r; aspf=s; ri=86400; rf=afrf; x=y',
      'v=DMARC1; p=none; fo=0:1:d:s; adkim=r; aspf=s; ri=86400; rf=afrf; x=y',
    ],
    ['v=DMARC1\t;\tp\t=\tnone\t', 'v=DMARC1; p=none'],
    [`v${' '.repeat(30)}=DMARC1;p=none`, 'v=DMARC1; p=none'],
    ['V=DMARC1; P=None; Sp=reject', 'v=DMARC1; p=None; sp=reject'],
    ['v=DMARC1; rua=mailto:a@b.test; p=reject', 'v=DMARC1; rua=mailto:a@b.test; p=reject'],
    ['v=DMARC1; sp=none; rua=mailto:a@b.test', 'v=DMARC1; sp=none; rua=mailto:a@b.test'],
    ['v=DMARC1; p=none; psd=y; t=n', 'v=DMARC1; p=none; psd=y; t=n'],
    ['v=DMARC1; p=none; psd=u; t=y', 'v=DMARC1; p=none; psd=u; t=y'],
    ['v=DMARC1; p=none; ri=4294967295', 'v=DMARC1; p=none; ri=4294967295'],
    ['v=DMARC1; p=none; rua=mailto:a%21b@c.test!10', 'v=DMARC1; p=none; rua=mailto:a%21b@c.test!10'],
    ['v=DMARC1; p=none; rua=mailto:a@b.test?subject=x', 'v=DMARC1; p=none; rua=mailto:a@b.test?subject=x'],
    ['v=DMARC1; p=none; ruf=https://b.test/r!50m', 'v=DMARC1; p=none; ruf=https://b.test/r!50m'],
    ['p=none; v=DMARC1', 'DMARC_VERSION'],
    ['v=DMARC1;\u00a0p=none', 'DMARC_SYNTAX'],
    ['v=DMARC1; rua=mailto:a@b.test; p=all', 'DMARC_TAG_INVALID p'],
    ['v=DMARC1; sp=none; rua=b.test', 'DMARC_TAG_INVALID rua'],
    ['v=DMARC1; p=none; P=reject', 'DMARC_SYNTAX'],
    ['v=DMARC1; p=none; psd=yes', 'DMARC_TAG_INVALID psd'],
    ['v=DMARC1; p=none; t=u', 'DMARC_TAG_INVALID t'],
    ['v=DMARC1; p=none; ri=-1', 'DMARC_TAG_INVALID ri'],
    ['v=DMARC1; p=none; ri=4294967296', 'DMARC_TAG_INVALID ri'],
    ['v=DMARC1; p=none; ri=1d', 'DMARC_TAG_INVALID ri'],
    ['v=DMARC1; p=none; fo=2', 'DMARC_TAG_INVALID fo'],
    ['v=DMARC1; p=none; aspf=relaxed', 'DMARC_TAG_INVALID aspf'],
    ['v=DMARC1; p=none; rua=mailto:a!b@c.test', 'DMARC_TAG_INVALID rua'],
    ['v=DMARC1; p=none; rua=mailto:a@b.test!18446744073709551616', 'DMARC_TAG_INVALID rua'],
    ['v=DMARC1; p=none; rua=mailto:a%zz@b.test', 'DMARC_TAG_INVALID rua'],
    ['v=dmarc1; p=none', 'DMARC_VERSION'],
    ['v=DMARC1', 'DMARC_TAG_MISSING p'],
    ['v=DMARC1; sp=none; p=none', 'DMARC_TAG_MISSING p'],
    ['v=DMARC1; p=', 'DMARC_TAG_INVALID p'],
    ['v=DMARC1; p=none; p=none', 'DMARC_SYNTAX'],
    ['v=DMARC1; p=none; what', 'DMARC_SYNTAX'],
    ['v=DMARC1; p=none; pct=101', 'DMARC_TAG_INVALID pct'],
    ['v=DMARC1; p=none; rua=a@b.test', 'DMARC_TAG_INVALID rua'],
    ['v=DMARC1; p=none; rua=mailto:a@b.test,', 'DMARC_TAG_INVALID rua'],
    ['v=DMARC1; p=none; adkim=x', 'DMARC_TAG_INVALID adkim'],
  ])("DMARC '%s': %s [DNS-01]", (text, outcome) => {
    expect(read(parseDmarc, text)).toBe(outcome);
  });

  test.each([
    ['v=STSv1; id=20260101000000Z;', 'v=STSv1; id=20260101000000Z'],
    ['v=STSv1; id=1; x=y', 'v=STSv1; id=1; x=y'],
    ['v=STSv1 ;\t1-a.b=y ; id=1 ; ', 'v=STSv1; 1-a.b=y; id=1'],
    [`v=STSv1${'\t'.repeat(30)};\tid=1\t;\t`, 'v=STSv1; id=1'],
    ['v=STSv1;\u00a0id=1', 'MTA_STS_SYNTAX'],
    ['v=STSv1; id\t=1', 'MTA_STS_SYNTAX'],
    ['v=STSv1; id = 1', 'MTA_STS_SYNTAX'],
    ['v=STSv1; id=1; x=', 'MTA_STS_SYNTAX'],
    ['v=STSv1; id=1; id=2', 'MTA_STS_SYNTAX'],
    ['v=STSv1; ID=1', 'MTA_STS_TAG_MISSING id'],
    ['v=STSv1', 'MTA_STS_VERSION'],
    ['v=STSv2; id=1', 'MTA_STS_VERSION'],
    ['v=STSv1;', 'MTA_STS_TAG_MISSING id'],
    [`v=STSv1; id=${'1'.repeat(33)}`, 'MTA_STS_TAG_INVALID id'],
    ['v=STSv1; id=a-b', 'MTA_STS_TAG_INVALID id'],
  ])("MTA-STS '%s': %s [DNS-01]", (text, outcome) => {
    expect(read(parseMtaSts, text)).toBe(outcome);
  });

  test.each([
    ['v=TLSRPTv1; rua=mailto:a@b.test', 'v=TLSRPTv1; rua=mailto:a@b.test'],
    ['v=TLSRPTv1;rua=https://b.test/r,mailto:a@b.test', 'v=TLSRPTv1; rua=https://b.test/r,mailto:a@b.test'],
    [
      'v=TLSRPTv1; rua=https://b.test/r?a=b , mailto:a@b.test;',
      'v=TLSRPTv1; rua=https://b.test/r?a=b , mailto:a@b.test',
    ],
    [
      'v=TLSRPTv1\t;\trua=mailto:a@b.test\t,\tmailto:c@d.test\t;',
      'v=TLSRPTv1; rua=mailto:a@b.test\t,\tmailto:c@d.test',
    ],
    ['v=TLSRPTv1; rua = mailto:a@b.test', 'TLS_RPT_SYNTAX'],
    ['v=TLSRPTv1; rua=mailto:a!b@b.test', 'TLS_RPT_TAG_INVALID rua'],
    ['v=TLSRPTv1;', 'TLS_RPT_TAG_MISSING rua'],
    ['v=TLSRPTv1; rua=http://b.test', 'TLS_RPT_TAG_INVALID rua'],
    ['v=TLSRPTv2; rua=mailto:a@b.test', 'TLS_RPT_VERSION'],
  ])("TLS-RPT '%s': %s [DNS-01]", (text, outcome) => {
    expect(read(parseTlsRpt, text)).toBe(outcome);
  });

  test('what is read and written reads the same again, and hostile texts are answered at once', {
    timeout: 2000,
  }, () => {
    const word = fc.constantFrom(
      'v=DMARC1',
      'v=STSv1',
      'v=TLSRPTv1',
      ';',
      '=',
      ' ',
      'p=none',
      'id=1',
      'rua=mailto:a@b.test',
      ',',
      '!',
      'x',
      '\t',
      'é',
    );
    const texts = fc.oneof(
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
      fc.tuple(word, word).map(([one, other]) => `v=DMARC1;${one}${other.repeat(TAG_LIST_MAXIMUM_CHARACTERS / 4)}`),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(parseDmarc, parseMtaSts, parseTlsRpt), (text, parse) => {
        const parsed = parse(text);
        const rendered = parsed.ok && parse !== parseMtaSts ? renderTags(parsed.value) : 'v=DMARC1; p=none';
        const readAgain = parsed.ok && parse !== parseMtaSts ? parse : parseDmarc;
        expect(read(readAgain, rendered)).toBe(rendered);
      }),
    );
  });
});
