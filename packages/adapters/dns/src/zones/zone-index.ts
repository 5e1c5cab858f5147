import { type DnsRecord, hostWithin, type RecordType, ROOT_HOST } from '@postern/domain/dns';
import type { ServedZone } from '../port.ts';

/** A zone laid out for answering: what stands at each host, and which hosts are there only because others stand below them. */
export type ZoneIndex = { zone: ServedZone; hosts: Map<string, Map<RecordType, DnsRecord>>; emptyHosts: Set<string> };

/** Lays a zone out. Hosts above a record's host exist without records of their own (RFC 8020): they answer 'no data', not 'no such name'. */
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

/** The zone that answers for a name: the longest one that the name lies in. */
export function zoneFor(name: string, zones: ReadonlyMap<string, ZoneIndex>): ZoneIndex | null {
  for (let rest = name; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    const zone = zones.get(rest);
    if (zone) return zone;
    if (!rest.includes('.')) return null;
  }
}

/** The delegation that a host lies at or below, or null. */
export function delegationOf(host: string, { hosts }: ZoneIndex): DnsRecord | null {
  let found: DnsRecord | null = null;
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
    found = hosts.get(rest)?.get('NS') ?? found;
  }
  return found;
}

/** The host of a name in a zone; every name that `zoneFor` found the zone by has one. */
export function hostIn(name: string, { zone }: ZoneIndex): string | null {
  return hostWithin(name, zone.zoneName);
}
