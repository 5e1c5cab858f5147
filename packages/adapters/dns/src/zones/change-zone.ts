import { type DnsRecord, newZoneFault, recordSetsOf, zoneRecordsOf } from '@postern/domain/dns';
import { DnsZonesError, type RecordSetKey, type ServedZone } from '../port.ts';

const SERIAL_MODULUS = 2 ** 32;

/** The zone with this record set added or replaced; the same object if nothing changes. Throws if the zone would be faulty. */
export function withRecordSet(zone: ServedZone, recordSet: DnsRecord): ServedZone {
  const others = zone.recordSets.filter(({ type, host }) => type !== recordSet.type || host !== recordSet.host);
  return changed(zone, [...others, recordSet]);
}

/** The zone with exactly these record sets. Records of one type and host are one set. */
export function withRecordSets(zone: ServedZone, recordSets: readonly DnsRecord[]): ServedZone {
  return changed(zone, recordSetsOf(zoneRecordsOf(recordSets)));
}

/** The zone without a record set. */
export function withoutRecordSet(zone: ServedZone, key: RecordSetKey): ServedZone {
  return changed(
    zone,
    zone.recordSets.filter(({ type, host }) => type !== key.type || host !== key.host),
  );
}

/** Record sets in the canonical order and form, so that zones can be compared. */
export function inCanonicalOrder(recordSets: readonly DnsRecord[]): DnsRecord[] {
  const canonical = recordSets.map(({ type, host, ttlSeconds, values }) => ({
    type,
    host,
    ttlSeconds,
    values: values.toSorted(),
  }));
  return canonical.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

function changed(zone: ServedZone, recordSets: DnsRecord[]): ServedZone {
  const sorted = inCanonicalOrder(recordSets);
  if (JSON.stringify(sorted) === JSON.stringify(zone.recordSets)) return zone;
  const fault = newZoneFault(zoneRecordsOf(zone.recordSets), zoneRecordsOf(sorted), zone.zoneName);
  if (fault) throw new DnsZonesError('refused', `${fault.code} at ${fault.host} of ${zone.zoneName}`);
  // Serials wrap around. RFC 1982.
  return { zoneName: zone.zoneName, serial: (zone.serial + 1) % SERIAL_MODULUS, recordSets: sorted };
}

function orderOf({ type, host }: DnsRecord): string {
  return `${host} ${type}`;
}
