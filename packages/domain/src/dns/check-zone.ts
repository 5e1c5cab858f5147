import { isSpfText } from '../spf/index.ts';
import { TEXTS_MAXIMUM_OCTETS } from './limits.ts';
import { hostWithin, NULL_MX, ROOT_HOST, type RecordType, type ZoneRecord } from './record.ts';

/** What keeps a zone from being loaded, or from being served as it was meant, and at which host. */
export type ZoneFault =
  | {
      code:
        | 'CNAME_NOT_ALONE'
        | 'CNAME_LOOP'
        | 'SPF_TWICE'
        | 'HOST_DELEGATED'
        | 'CNAME_AT_ROOT'
        | 'NS_AT_ROOT'
        | 'MX_NULL_NOT_ALONE'
        | 'TEXTS_TOO_LONG';
      host: string;
    }
  | {
      code: 'TARGET_HAS_NO_ADDRESS' | 'TARGET_IS_ALIAS' | 'TARGET_DELEGATED';
      host: string;
      type: RecordType;
      target: string;
    };

type Hosts = Map<string, ZoneRecord[]>;

/**
 * The faults of a zone as a whole; an accepted zone has none. Name servers refuse to load a zone with most of these (RFC 1034 §3.6.2, RFC
 * 2181 §10.3, and the integrity checks of BIND); with the others, answers would be wrong.
 */
export function checkZone(zone: readonly ZoneRecord[], zoneName: string): ZoneFault[] {
  const hosts: Hosts = Map.groupBy(zone, ({ host }) => host);
  const loops = hostsInLoops(hosts, zoneName);
  const faults: ZoneFault[] = [];
  for (const [host, records] of hosts) {
    faults.push(...faultsOfHost(host, records));
    if (isBelowDelegation(host, hosts)) faults.push({ code: 'HOST_DELEGATED', host });
    if (loops.has(host)) faults.push({ code: 'CNAME_LOOP', host });
    for (const record of records) {
      const fault = faultOfTarget(record, hosts, zoneName);
      if (fault) faults.push(fault);
    }
  }
  return faults;
}

/**
 * The first fault that a change would add. A fault that was there before, or is known, doesn't block the change: otherwise it couldn't be
 * fixed.
 */
export function newZoneFault(
  before: readonly ZoneRecord[],
  after: readonly ZoneRecord[],
  zoneName: string,
  known: readonly ZoneFault[] = [],
): ZoneFault | null {
  const old = new Set([...checkZone(before, zoneName), ...known].map((fault) => JSON.stringify(fault)));
  return checkZone(after, zoneName).find((each) => !old.has(JSON.stringify(each))) ?? null;
}

function faultsOfHost(host: string, records: ZoneRecord[]): ZoneFault[] {
  const faults: ZoneFault[] = [];
  const has = (type: RecordType) => records.some((record) => record.type === type);
  if (has('CNAME') && records.length > 1) faults.push({ code: 'CNAME_NOT_ALONE', host });
  if (has('CNAME') && host === ROOT_HOST) faults.push({ code: 'CNAME_AT_ROOT', host });
  if (has('NS') && host === ROOT_HOST) faults.push({ code: 'NS_AT_ROOT', host });
  // Other records at a delegated host are never asked for here.
  else if (has('NS') && records.some(({ type }) => type !== 'NS')) faults.push({ code: 'HOST_DELEGATED', host });
  if (records.filter(({ type, value }) => type === 'TXT' && isSpfText(value)).length > 1) {
    faults.push({ code: 'SPF_TWICE', host });
  }
  const exchanges = records.filter(({ type }) => type === 'MX');
  if (exchanges.length > 1 && exchanges.some(({ value }) => value === NULL_MX)) {
    faults.push({ code: 'MX_NULL_NOT_ALONE', host });
  }
  if (octetsOfTexts(records) > TEXTS_MAXIMUM_OCTETS) faults.push({ code: 'TEXTS_TOO_LONG', host });
  return faults;
}

/**
 * The octets of all texts of a host in one answer: name, type, class, TTL and length of each, and a length for each string of 255. RFC 1035
 * §3.2.1.
 */
function octetsOfTexts(records: ZoneRecord[]): number {
  const texts = records.filter(({ type }) => type === 'TXT');
  return texts.reduce((sum, { value }) => sum + 12 + value.length + Math.ceil(value.length / 255), 0);
}

/** Whether a host above this one is delegated to other name servers. */
function isBelowDelegation(host: string, hosts: Hosts): boolean {
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (hosts.get(host.slice(dot + 1))?.some(({ type }) => type === 'NS')) return true;
  }
  return false;
}

/** The hosts whose aliases form a loop. Every host is visited once. */
function hostsInLoops(hosts: Hosts, zoneName: string): Set<string> {
  const inLoops = new Set<string>();
  const walked = new Set<string>();
  for (const start of hosts.keys()) {
    const path = new Map<string, number>();
    let host: string | null = start;
    while (host !== null && !walked.has(host)) {
      walked.add(host);
      path.set(host, path.size);
      const alias: ZoneRecord | undefined = hosts.get(host)?.find(({ type }) => type === 'CNAME');
      host = alias ? hostWithin(alias.value, zoneName) : null;
    }
    const loopStart = host === null ? undefined : path.get(host);
    if (loopStart === undefined) continue;
    for (const [each, place] of path) if (place >= loopStart) inLoops.add(each);
  }
  return inLoops;
}

/** Hosts for mail, services and name servers within the zone need an address of their own: they may be neither missing nor an alias. */
function faultOfTarget({ host, type, value }: ZoneRecord, hosts: Hosts, zoneName: string): ZoneFault | null {
  if (type !== 'MX' && type !== 'SRV' && type !== 'NS') return null;
  const target = value.slice(value.lastIndexOf(' ') + 1);
  const targetHost = hostWithin(target, zoneName);
  if (targetHost === null) return null;
  const records = hosts.get(targetHost) ?? [];
  if (records.some((record) => record.type === 'NS') || isBelowDelegation(targetHost, hosts)) {
    return { code: 'TARGET_DELEGATED', host, type, target };
  }
  if (records.some((record) => record.type === 'CNAME')) return { code: 'TARGET_IS_ALIAS', host, type, target };
  const hasAddress = records.some((record) => record.type === 'A' || record.type === 'AAAA');
  return hasAddress ? null : { code: 'TARGET_HAS_NO_ADDRESS', host, type, target };
}
