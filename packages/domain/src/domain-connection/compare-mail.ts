import type { ZoneRecord } from '../dns/index.ts';
import {
  allowsEverybody,
  includesSpf,
  isSpfText,
  mergeSpf,
  parseSpf,
  renderSpf,
  type SpfRecord,
  withoutEverybody,
} from '../spf/index.ts';
import type { ExpectedRecord } from './expected-record.ts';
import { blocked, type Finding, matched, missing, removed, wantedRecord } from './finding.ts';

/**
 * The mail servers of a domain: each expected one is there, with any priority, and there is no other, which would get some of the mail.
 * Spec 2 §4.
 */
export function compareMx(expected: readonly ExpectedRecord[], zone: readonly ZoneRecord[]): Finding[] {
  const [first] = expected;
  if (!first) return [];
  const found = zone.filter(({ type, host }) => type === 'MX' && host === first.host);
  const wantedHosts = new Set(expected.map(({ value }) => exchangeOf(value)));
  const former = new Set(expected.flatMap((each) => each.former ?? []).map(exchangeOf));
  // Records of one set share their TTL (RFC 2181 §5.2): new ones get the TTL of those that stay.
  const setTtl = found.find(({ value }) => wantedHosts.has(exchangeOf(value)))?.ttlSeconds ?? null;
  const findings = expected.map((each) => {
    const same = found.filter(({ value }) => exchangeOf(value) === exchangeOf(each.value));
    return same.length > 0 ? matched(each, same) : missing({ ...each, ttlSeconds: setTtl ?? each.ttlSeconds });
  });
  const others = found.filter(({ value }) => !wantedHosts.has(exchangeOf(value)));
  return [
    ...findings,
    ...others.map((record) => {
      if (isNullMx(record.value)) return removed('mx', record, 'REMOVE_NULL_MX');
      const isFormer = former.has(exchangeOf(record.value));
      return removed('mx', record, isFormer ? 'REMOVE_FORMER_VALUE' : 'REMOVE_OTHER_MAIL_SERVER');
    }),
  ];
}

/**
 * SPF: one record, which passes what the expected one passes, but not everyone. It is merged with existing records, not put in their place.
 * ADR 1, ADR 2.
 */
export function compareSpf(expected: ExpectedRecord, zone: readonly ZoneRecord[]): Finding[] {
  const found = zone.filter(({ type, host, value }) => type === 'TXT' && host === expected.host && isSpfText(value));
  if (found.length === 0) return [missing(expected)];
  const records: SpfRecord[] = [];
  for (const { value } of found) {
    const parsed = parseSpf(value);
    if (!parsed.ok) return [blocked(expected, found, parsed.code)];
    records.push(parsed.value);
  }
  const wanted = parseSpf(expected.value);
  if (!wanted.ok) throw new TypeError(`the expected SPF record is none: ${wanted.code}`);
  const [only] = records;
  // A record that lets anyone send as the domain is never right, whatever else it says.
  const isOpen = records.some(allowsEverybody);
  if (records.length === 1 && only && !isOpen && includesSpf(only, wanted.value)) return [matched(expected, found)];
  // A former include of ours goes; what the owner wrote stays. Our part comes first, so that the owner's `all` has the last word.
  const kept = records.map((record) => withoutEverybody(withoutFormer(record, expected.former ?? [])));
  const merged = mergeSpf([wanted.value, ...kept]);
  if (!merged.ok) return [blocked(expected, found, merged.code)];
  const ttlSeconds = Math.min(...found.map((record) => record.ttlSeconds));
  const after = [{ ...wantedRecord(expected), ttlSeconds, value: renderSpf(merged.value.record) }];
  return [
    {
      purpose: 'spf',
      expected,
      verdict: 'conflict',
      code: isOpen ? 'SPF_ALLOWS_EVERYBODY' : 'MERGE_SPF',
      before: found,
      after,
    },
  ];
}

function withoutFormer(record: SpfRecord, former: readonly string[]): SpfRecord {
  const gone = new Set(former.flatMap((text) => mechanismsOf(text)));
  return { terms: record.terms.filter((term) => term.kind === 'all' || !gone.has(renderSpf({ terms: [term] }))) };
}

function mechanismsOf(text: string): string[] {
  const parsed = parseSpf(text);
  return parsed.ok ? parsed.value.terms.map((term) => renderSpf({ terms: [term] })) : [];
}

/** Null MX: says that the domain receives no mail at all. RFC 7505 §3. */
const isNullMx = (value: string): boolean => ['', '.'].includes(exchangeOf(value));

function exchangeOf(value: string): string {
  return value.slice(value.lastIndexOf(' ') + 1).toLowerCase();
}
