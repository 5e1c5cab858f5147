export { canDeleteRecord, canUpsertRecord, newZoneRecordLimit } from './can-upsert-record.ts';
export type { DeleteRefusal, UpsertRefusal } from './can-upsert-record.ts';
export { checkRecord } from './check-record.ts';
export type { RecordDraft, RecordRefusal } from './check-record.ts';
export { checkZone, newZoneFault } from './check-zone.ts';
export type { ZoneFault } from './check-zone.ts';
export { dsState, parseDs } from './ds-records.ts';
export type { DsState } from './ds-records.ts';
export {
  OWNERSHIP_TTL_SECONDS,
  RECORD_VALUES_MAXIMUM,
  TTL_DEFAULT_SECONDS,
  TTL_MAXIMUM_SECONDS,
  TTL_MINIMUM_SECONDS,
  ZONE_RECORDS_MAXIMUM,
} from './limits.ts';
export { readZoneLines } from './read-zone-lines.ts';
export type { WrittenRecord } from './read-zone-lines.ts';
export { renderTextValue } from './parse-text-value.ts';
export { RECORD_TYPES, recordSetsOf, zoneRecordsOf, hostWithin, fullName, ROOT_HOST } from './record.ts';
export type { DnsRecord, RecordType, StoredRecord, ZoneRecord } from './record.ts';
export { recordConsequence } from './record-consequence.ts';
export { renderValue, renderZoneFile, splitText } from './render-zone-file.ts';
export { storeRecords } from './store-records.ts';
