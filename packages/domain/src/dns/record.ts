/** The types that a person may enter. SOA and the zone's own NS come from the name server. */
export const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA', 'NS'] as const;

export type RecordType = (typeof RECORD_TYPES)[number];

/** The host of the zone itself, as expected records and the table show it; a blank host means the same. Spec 2 §3. */
export const ROOT_HOST = '@';

/**
 * A record as a person edits it: a host relative to the zone, in ASCII and lower case, and one or more values. Values are canonical: names
 * in lower case without the trailing dot, `10 mx.example.net` for MX, `10 5 5060 sip.example.net` for SRV, `0 issue "ca.example"` for CAA,
 * and a TXT value as one text, however many strings carry it.
 */
export type DnsRecord = { type: RecordType; host: string; ttlSeconds: number; values: string[] };

/** A stored record. */
export type StoredRecord = DnsRecord & { recordId: string };

/** One value of a record: what plans compare, and what a zone is made of. */
export type ZoneRecord = { type: RecordType; host: string; ttlSeconds: number; value: string };

/** The single values of records, in their order. */
export function zoneRecordsOf(records: readonly DnsRecord[]): ZoneRecord[] {
  return records.flatMap(({ type, host, ttlSeconds, values }) =>
    values.map((value) => ({ type, host, ttlSeconds, value })),
  );
}

/** Null MX: the value of the only MX record of a name that receives no mail at all. RFC 7505. */
export const NULL_MX = '0 .';

/** All values of a type at a host in one set, as a name server serves them. They share a TTL: the shortest (RFC 2181 §5.2). */
export function recordSetsOf(zone: readonly ZoneRecord[]): DnsRecord[] {
  const sets = new Map<string, DnsRecord>();
  for (const { type, host, ttlSeconds, value } of zone) {
    const key = `${host} ${type}`;
    const set = sets.get(key) ?? { type, host, ttlSeconds, values: [] };
    set.ttlSeconds = Math.min(set.ttlSeconds, ttlSeconds);
    if (!set.values.includes(value)) set.values.push(value);
    sets.set(key, set);
  }
  return [...sets.values()];
}

/** The full name of a host in a zone. */
export function fullName(host: string, zoneName: string): string {
  return host === ROOT_HOST ? zoneName : `${host}.${zoneName}`;
}

/** The host of a full name within a zone, or null if the name is outside. */
export function hostWithin(name: string, zoneName: string): string | null {
  if (name === zoneName) return ROOT_HOST;
  return name.endsWith(`.${zoneName}`) ? name.slice(0, -zoneName.length - 1) : null;
}
