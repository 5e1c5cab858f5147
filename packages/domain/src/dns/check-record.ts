import { isSpfText } from '../spf/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { RECORD_VALUES_MAXIMUM, TTL_MAXIMUM_SECONDS, TTL_MINIMUM_SECONDS } from './limits.ts';
import { type HostRefusal, parseHost } from './parse-names.ts';
import { isLoneTextHost } from './parse-text-value.ts';
import { parseValue, type ValueRefusal } from './parse-value.ts';
import { type DnsRecord, NULL_MX, RECORD_TYPES, type RecordType, ROOT_HOST } from './record.ts';

/** A record as it comes from a form or a call, unchecked. */
export type RecordDraft = { type: string; host: string; ttl: string | number; values: string[]; priority?: number };

type RecordField = 'type' | 'host' | 'ttl' | 'values';

/** What is wrong with a draft, and in which field of the form. */
export type RecordRefusal = { field: RecordField } & (
  | HostRefusal
  | ValueRefusal
  | TtlRefusal
  | Refusal<'RECORD_TYPE_UNKNOWN' | 'VALUE_REQUIRED' | 'SPF_SHARES_RECORD', Record<never, never>>
  | Refusal<'CNAME_ONE_VALUE' | 'TXT_ONE_VALUE' | 'MX_NULL_NOT_ALONE', Record<never, never>>
  | Refusal<
      'CNAME_AT_ROOT' | 'NS_AT_ROOT' | 'HOST_UNDERSCORE' | 'DOMAINKEY_WITHOUT_SELECTOR' | 'SRV_HOST_INVALID',
      Record<never, never>
    >
  | Refusal<'TOO_MANY_VALUES', { maximum: number }>
);

type TtlRefusal =
  | Refusal<'TTL_NOT_WHOLE', Record<never, never>>
  | Refusal<'TTL_OUT_OF_RANGE', { minimumSeconds: number; maximumSeconds: number }>;

/**
 * A draft as a record of the zone, or the first thing that is wrong with it. Looks at the draft alone; `canUpsertRecord` looks at the rest
 * of the zone. Spec 2 §5.
 */
export function checkRecord(draft: RecordDraft, zoneName: string): Outcome<DnsRecord, RecordRefusal> {
  const type = RECORD_TYPES.find((each) => each === draft.type.toUpperCase());
  if (!type) return at('type', refused('RECORD_TYPE_UNKNOWN', {}));
  const host = parseHost(draft.host, zoneName);
  if (!host.ok) return at('host', host);
  const misplaced = checkPlace(type, host.value);
  if (misplaced) return at('host', misplaced);
  const ttlSeconds = parseTtl(draft.ttl);
  if (!ttlSeconds.ok) return at('ttl', ttlSeconds);
  const values = parseValues(type, host.value, draft);
  return values.ok
    ? accepted({ type, host: host.value, ttlSeconds: ttlSeconds.value, values: values.value })
    : at('values', values);
}

/** A whole number of seconds within the limits. Spec 2 §5. */
function parseTtl(ttl: string | number): Outcome<number, TtlRefusal> {
  const seconds = typeof ttl === 'number' ? ttl : /^\s{0,9}\d{1,9}\s{0,9}$/.test(ttl) ? Number(ttl) : Number.NaN;
  if (!Number.isInteger(seconds)) return refused('TTL_NOT_WHOLE', {});
  return seconds >= TTL_MINIMUM_SECONDS && seconds <= TTL_MAXIMUM_SECONDS
    ? accepted(seconds)
    : refused('TTL_OUT_OF_RANGE', { minimumSeconds: TTL_MINIMUM_SECONDS, maximumSeconds: TTL_MAXIMUM_SECONDS });
}

function checkPlace(type: RecordType, host: string) {
  // The zone's own SOA and NS are at its root, and a CNAME may share its host with nothing (RFC 1034 §3.6.2).
  if (host === ROOT_HOST && type === 'CNAME') return refused('CNAME_AT_ROOT', {});
  if (host === ROOT_HOST && type === 'NS') return refused('NS_AT_ROOT', {});
  if (host.startsWith('_domainkey.') || host === '_domainkey') return refused('DOMAINKEY_WITHOUT_SELECTOR', {});
  // Where mail or visitors arrive, the name must be a host name (RFC 1123 §2.1); name servers refuse to load anything else.
  if ((type === 'A' || type === 'AAAA' || type === 'MX') && host.includes('_')) return refused('HOST_UNDERSCORE', {});
  if (type === 'SRV' && !/^_[a-z0-9-]+\._(?:tcp|udp|tls|sctp|dccp)(?:\.|$)/.test(host)) {
    return refused('SRV_HOST_INVALID', {});
  }
  return null;
}

function parseValues(type: RecordType, host: string, draft: RecordDraft) {
  if (draft.values.length > RECORD_VALUES_MAXIMUM)
    return refused('TOO_MANY_VALUES', { maximum: RECORD_VALUES_MAXIMUM });
  const values = new Set<string>();
  for (const text of draft.values) {
    if (text.trim() === '') return refused('VALUE_REQUIRED', {});
    const value = parseValue(type, text, { host, priority: draft.priority });
    if (!value.ok) return value;
    values.add(value.value);
  }
  if (values.size === 0) return refused('VALUE_REQUIRED', {});
  if (values.has(NULL_MX) && type === 'MX' && values.size > 1) return refused('MX_NULL_NOT_ALONE', {});
  if (type === 'CNAME' && values.size > 1) return refused('CNAME_ONE_VALUE', {});
  if (type === 'TXT' && values.size > 1 && isLoneTextHost(host)) return refused('TXT_ONE_VALUE', {});
  // Two SPF texts in a record are two SPF records; with another kind of text, some receivers read neither. ADR 3.
  if (type === 'TXT' && values.size > 1 && [...values].some(isSpfText)) return refused('SPF_SHARES_RECORD', {});
  return accepted([...values]);
}

function at<R extends Refusal<string>, F extends RecordField>(field: F, refusal: R): R & { field: F } {
  return { ...refusal, field };
}
