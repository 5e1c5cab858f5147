import { isSpfText } from '../spf/index.ts';
import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';
import { newZoneFault, type ZoneFault } from './check-zone.ts';
import { ZONE_RECORDS_MAXIMUM } from './limits.ts';
import { isLoneTextHost } from './parse-text-value.ts';
import { type DnsRecord, type StoredRecord, zoneRecordsOf } from './record.ts';

/** Why a record can't be at its host. If a `recordId` is named, that record should be edited instead. */
export type UpsertRefusal =
  | Refusal<'RECORD_LIMIT_REACHED', { maximum: number }>
  | Refusal<'RECORD_NOT_FOUND', Record<never, never>>
  | Refusal<
      'RECORD_TYPE_EXISTS' | 'TXT_EXISTS' | 'SPF_EXISTS' | 'TEXT_STANDS_ALONE' | 'HOST_HAS_CNAME',
      { recordId: string }
    >
  | Refusal<ZoneFault['code'], Omit<ZoneFault, 'code'>>;

export type DeleteRefusal =
  | Refusal<'RECORD_NOT_FOUND', Record<never, never>>
  | Refusal<ZoneFault['code'], Omit<ZoneFault, 'code'>>;

/** Why a zone may not change into another one: it would have more records than allowed, and more than before. Null if it may. */
export const newZoneRecordLimit = (before: readonly DnsRecord[], after: readonly DnsRecord[]) =>
  after.length > Math.max(before.length, ZONE_RECORDS_MAXIMUM)
    ? refused('RECORD_LIMIT_REACHED', { maximum: ZONE_RECORDS_MAXIMUM })
    : null;

type Zone = { zoneName: string; records: readonly StoredRecord[]; maximum?: number };

/**
 * Whether a checked record may be added, or replace the one with `recordId`. There is one record per type and host, with all its values, so
 * a second one leads to editing the first. Texts may share a host, but only one may be SPF (ADR 3), and keys and policies must be alone at
 * their hosts. Spec 2 §5.
 */
export function canUpsertRecord(record: DnsRecord, zone: Zone, recordId: string | null): Verdict<UpsertRefusal> {
  const { records, zoneName, maximum = ZONE_RECORDS_MAXIMUM } = zone;
  const others = records.filter((each) => each.recordId !== recordId);
  if (recordId !== null && others.length === records.length) return refused('RECORD_NOT_FOUND', {});
  if (recordId === null && records.length >= maximum) return refused('RECORD_LIMIT_REACHED', { maximum });
  const beside = others.filter(({ host }) => host === record.host);
  const alias = beside.find(({ type }) => type === 'CNAME');
  if (alias) {
    return refused(record.type === 'CNAME' ? 'RECORD_TYPE_EXISTS' : 'HOST_HAS_CNAME', { recordId: alias.recordId });
  }
  const twin = beside.find(({ type }) => type === record.type);
  // Where two of them exist already, each with its own TTL, both must stay editable.
  const isTwin = records.some(
    ({ recordId: id, type, host }) => id === recordId && type === record.type && host === record.host,
  );
  if (twin && record.type !== 'TXT' && !isTwin) return refused('RECORD_TYPE_EXISTS', { recordId: twin.recordId });
  const texts = record.type === 'TXT' ? beside.filter(({ type }) => type === 'TXT') : [];
  const same = texts.find(({ values }) => values.some((value) => record.values.includes(value)));
  if (same) return refused('TXT_EXISTS', { recordId: same.recordId });
  const [other] = texts;
  if (other && isLoneTextHost(record.host)) return refused('TEXT_STANDS_ALONE', { recordId: other.recordId });
  const spf = record.values.some(isSpfText) && texts.find(({ values }) => values.some(isSpfText));
  if (spf) return refused('SPF_EXISTS', { recordId: spf.recordId });
  return newFault(records, [...others, record], zoneName) ?? allowed;
}

/** Whether a record may be deleted: not while other records of the zone need it. */
export function canDeleteRecord(recordId: string, zone: Zone): Verdict<DeleteRefusal> {
  const others = zone.records.filter((each) => each.recordId !== recordId);
  if (others.length === zone.records.length) return refused('RECORD_NOT_FOUND', {});
  return newFault(zone.records, others, zone.zoneName) ?? allowed;
}

function newFault(before: readonly DnsRecord[], after: readonly DnsRecord[], zoneName: string) {
  const fault = newZoneFault(zoneRecordsOf(before), zoneRecordsOf(after), zoneName);
  if (!fault) return null;
  const { code, ...attrs } = fault;
  return refused(code, attrs);
}
