import { parseDkimKey } from '../dkim/index.ts';
import type { ZoneRecord } from '../dns/index.ts';
import { parseDmarc, parseMtaSts, parseTlsRpt } from '../mail-policies/index.ts';
import type { ExpectedRecord } from './expected-record.ts';
import { blocked, type Finding, matched, missing, removed, replaced } from './finding.ts';

/** The ownership record: any text with the same word before `=` is an older one of ours. Other texts don't matter. ADR 3. */
export function compareOwnership(expected: ExpectedRecord, zone: readonly ZoneRecord[]): Finding[] {
  const key = expected.value.slice(0, expected.value.indexOf('=') + 1);
  const texts = textsAt(expected.host, zone);
  const same = texts.filter(({ value }) => value === expected.value);
  const [older, ...others] = texts.filter((each) => key !== '' && each.value.startsWith(key) && !same.includes(each));
  const rest = others.map((record) => removed('ownership', record, 'REMOVE_FORMER_VALUE'));
  if (same.length > 0) {
    return [matched(expected, same), ...(older ? [removed('ownership', older, 'REMOVE_FORMER_VALUE')] : []), ...rest];
  }
  return [older ? replaced(expected, [older], 'REPLACE_FORMER_VALUE') : missing(expected), ...rest];
}

/**
 * A record that must be alone at its host: DKIM, DMARC, MTA-STS, TLS-RPT. A policy or a report address of the owner stays, whatever it
 * says; a key must be ours.
 */
export function compareLoneText(expected: ExpectedRecord, zone: readonly ZoneRecord[]): Finding[] {
  const here = zone.filter(({ host }) => host === expected.host);
  if (here.some(({ type }) => type === 'NS')) return [blocked(expected, here, 'HOST_HOLDS_OTHER_RECORDS')];
  const texts = here.filter(({ type, value }) => type === 'TXT' && isOfKind(expected, value));
  const removeSecond = (record: ZoneRecord) => removed(expected.purpose, record, 'REMOVE_SECOND_RECORD');
  const [alias, ...aliases] = here.filter(({ type }) => type === 'CNAME');
  if (alias) return [replaced(expected, [alias], 'REPLACE_ALIAS'), ...[...aliases, ...texts].map(removeSecond)];
  const good = texts.find(({ value }) => isAsWanted(expected, value));
  if (good) {
    const others = texts.filter((record) => record !== good);
    return [matched(expected, [good]), ...others.map(removeSecond)];
  }
  const [first, ...others] = texts;
  if (!first) return [missing(expected)];
  const code = codeFor(expected, first.value);
  return [replaced(expected, [first], code), ...others.map(removeSecond)];
}

function textsAt(host: string, zone: readonly ZoneRecord[]): ZoneRecord[] {
  return zone.filter((record) => record.type === 'TXT' && record.host === host);
}

/** Meant for the same purpose. Under `_domainkey` every text is; others are recognized by their version, and unrelated texts may stay. */
function isOfKind({ purpose }: ExpectedRecord, value: string): boolean {
  if (purpose === 'dkim') return true;
  const version = purpose === 'dmarc' ? /^v\s{0,9}=\s{0,9}DMARC/i : purpose === 'mta-sts' ? /^v=STS/i : /^v=TLSRPT/i;
  return version.test(value);
}

function isAsWanted({ purpose, value: wanted, former = [] }: ExpectedRecord, value: string): boolean {
  if (purpose === 'dkim') return isSameKey(wanted, value);
  return !former.includes(value) && PARSE[purpose as Policy](value).ok;
}

/**
 * The same key, however the record is written, even without the version, which receivers don't need (RFC 6376 §3.6.1). A key in test mode
 * doesn't count: receivers ignore it.
 */
function isSameKey(wanted: string, value: string): boolean {
  const versioned = /^\s{0,20}v\s{0,20}=/.test(value) ? value : `v=DKIM1; ${value}`;
  const [mine, theirs] = [parseDkimKey(wanted), parseDkimKey(versioned)];
  if (!mine.ok || !theirs.ok) return value === wanted;
  const { keyType, publicKey, isTesting } = theirs.value;
  return mine.value.keyType === keyType && mine.value.publicKey === publicKey && (!isTesting || mine.value.isTesting);
}

const PARSE = { dmarc: parseDmarc, 'mta-sts': parseMtaSts, 'tls-rpt': parseTlsRpt };
type Policy = keyof typeof PARSE;

function codeFor(
  expected: ExpectedRecord,
  value: string,
): 'REPLACE_FORMER_VALUE' | 'REPLACE_INVALID_VALUE' | 'REPLACE_OTHER_VALUE' {
  if (expected.former?.includes(value)) return 'REPLACE_FORMER_VALUE';
  const parse = expected.purpose === 'dkim' ? parseDkimKey : PARSE[expected.purpose as Policy];
  return parse(value).ok ? 'REPLACE_OTHER_VALUE' : 'REPLACE_INVALID_VALUE';
}
