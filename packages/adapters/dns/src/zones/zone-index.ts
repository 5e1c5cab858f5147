import { type DnsRecord, hostWithin, type RecordType, ROOT_HOST } from '@postern/domain/dns';
import type { ServedZone } from '../port.ts';

/** A zone indexed for answering: the records at each host, and the hosts that only exist because others lie below them. */
export type ZoneIndex = { zone: ServedZone; hosts: Map<string, Map<RecordType, DnsRecord>>; emptyHosts: Set<string> };

/** Indexes a zone. Hosts above a record's host exist without records (RFC 8020), so they answer 'no data', not 'no such name'. */
export function indexZone(zone: ServedZone): ZoneIndex {
  const hosts: ZoneIndex['hosts'] = new Map([[ROOT_HOST, new Map<RecordType, DnsRecord>()]]);
  const emptyHosts = new Set<string>();
  for (const recordSet of zone.recordSets) {
    const types = hosts.get(recordSet.host) ?? new Map<RecordType, DnsRecord>();
    hosts.set(recordSet.host, types.set(recordSet.type, recordSet));
    for (let dot = recordSet.host.indexOf('.'); dot >= 0; dot = recordSet.host.indexOf('.', dot + 1)) {
      emptyHosts.add(recordSet.host.slice(dot + 1));
    }
  }
  return { zone, hosts, emptyHosts };
}

/** The zone that answers for a name: the most specific one that contains it. */
export function zoneFor(name: string, zones: ReadonlyMap<string, ZoneIndex>): ZoneIndex | null {
  for (let rest = name; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    const zone = zones.get(rest);
    if (zone) return zone;
    if (!rest.includes('.')) return null;
  }
}

/** The delegation at or above a host, or null. */
export function delegationOf(host: string, { hosts }: ZoneIndex): DnsRecord | null {
  let found: DnsRecord | null = null;
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
    found = hosts.get(rest)?.get('NS') ?? found;
  }
  return found;
}

/** A name relative to the zone, or null outside it. Names that `zoneFor` found the zone for are inside. */
export function hostIn(name: string, { zone }: ZoneIndex): string | null {
  return hostWithin(name, zone.zoneName);
}
