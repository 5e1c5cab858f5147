import type { StoredRecord, ZoneRecord } from './record.ts';

/**
 * Turns the single values of a zone into stored records. A value that was there keeps its place and its record's id; a new one joins the
 * record with its type, host and TTL. Texts each get a record of their own (ADR 3).
 */
export function storeRecords(
  zone: readonly ZoneRecord[],
  before: readonly StoredRecord[],
  newId: () => string,
): StoredRecord[] {
  const left = new Set(zone.map(keyOf));
  // If an id was used twice, the last one keeps it: the earlier record has become another one by now.
  const setsOfIds = new Map(before.map((record) => [record.recordId, setOf(record)]));
  const idsOfValues = new Map<string, string>();
  const idsOfSets = new Map<string, string>();
  for (const record of zoneRecordsWithIds(before)) {
    if (!left.has(keyOf(record)) || setsOfIds.get(record.recordId) !== setOf(record)) continue;
    idsOfValues.set(keyOf(record), record.recordId);
    idsOfSets.set(setOf(record), record.recordId);
  }
  const stored = new Map<string, StoredRecord>();
  for (const record of zone) {
    const { value, ...rest } = record;
    const ofSet = record.type === 'TXT' ? undefined : idsOfSets.get(setOf(record));
    const recordId = idsOfValues.get(keyOf(record)) ?? ofSet ?? newId();
    idsOfSets.set(setOf(record), recordId);
    const found = stored.get(recordId);
    if (found) found.values.push(value);
    else stored.set(recordId, { ...rest, values: [value], recordId });
  }
  return [...stored.values()];
}

const zoneRecordsWithIds = (records: readonly StoredRecord[]) =>
  records.flatMap(({ values, ...rest }) => values.map((value) => ({ ...rest, value })));

const setOf = ({ type, host, ttlSeconds }: Omit<ZoneRecord, 'value'>): string => `${type} ${host} ${ttlSeconds}`;
const keyOf = (record: ZoneRecord): string => `${setOf(record)} ${record.value}`;
