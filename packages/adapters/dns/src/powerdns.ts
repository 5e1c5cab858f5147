import { parseDomainName } from '@postern/domain/addresses';
import { type DnsRecord, fullName, hostWithin, RECORD_TYPES, ROOT_HOST, renderValue } from '@postern/domain/dns';
import { DnsZonesError, type ServedZone, type SigningDnsZones } from './port.ts';
import { PowerDnsClient, type PowerDnsOptions, type PowerDnsRecordSet, type PowerDnsZone } from './powerdns-client.ts';
import { ZoneCopies } from './powerdns-copies.ts';
import { readZoneDs, rollKey } from './powerdns-key-roll.ts';
import { type SigningOptions, ZoneSigning } from './powerdns-signing.ts';
import type { ServerIdentity } from './server/answer-query.ts';
import { ChangeQueue } from './zones/change-queue.ts';
import { inCanonicalOrder, withoutRecordSet, withRecordSet, withRecordSets } from './zones/change-zone.ts';

const APEX_TTL_SECONDS = 3600;
const NEGATIVE_TTL_SECONDS = 300;

export type PowerDnsZonesOptions = PowerDnsOptions & {
  identity: ServerIdentity;
  /** In base64: signs the transfers to the name servers that copy the zones. Without it there are none. */
  transferKey?: string | null;
  /** Without it no zone is signed, and keys aren't looked after. */
  signing?: SigningOptions;
};

const NO_SIGNING: SigningOptions = { isSigned: false, readParentDs: () => Promise.resolve(null) };

/**
 * PowerDNS through its HTTP API. In this process, changes run one after the other. Across processes the caller must make sure that only one
 * changes a zone at a time, as PowerDNS has no compare-and-set.
 */
export function powerDnsZones(options: PowerDnsZonesOptions): SigningDnsZones {
  const client = new PowerDnsClient(options);
  const { identity } = options;
  const copies = new ZoneCopies(client, options.transferKey ?? null);
  const signing = new ZoneSigning(client, options.signing ?? NO_SIGNING);
  const changes = new ChangeQueue();

  async function change(zoneName: string, make: (zone: ServedZone) => ServedZone): Promise<number> {
    return changes.run(async () => {
      const found = await client.readZone(zoneName);
      if (found === null) throw new DnsZonesError('refused', `${zoneName} is not served`);
      const before = toServedZone(found, zoneName);
      const after = make(before);
      if (after === before) return after.serial;
      await client.changeZone(zoneName, [...differences(before, after), soaOf(after, identity)]);
      await copies.announceChange(zoneName);
      return after.serial;
    });
  }

  return {
    async createZone(zoneName) {
      const parsed = parseDomainName(zoneName);
      if (!parsed.ok || parsed.value !== zoneName) throw new DnsZonesError('refused', `${zoneName} is no zone name`);
      const servers = identity.nameServers.map((server) => `${server}.`);
      const apex = { name: `${zoneName}.`, type: 'NS', ttl: APEX_TTL_SECONDS, records: servers.map(toRecord) };
      const soa = soaOf({ zoneName, serial: 1, recordSets: [] }, identity);
      await changes.run(async () => {
        await copies.prepare();
        if (await client.createZone(zoneName, { ...copies.head, ...signing.wanted }, [soa, apex]))
          copies.announceMembers();
      });
    },
    deleteZone: (zoneName) =>
      changes.run(async () => {
        if ((await client.readZone(zoneName)) === null) return;
        await signing.assertMayBeDeleted(zoneName);
        if (await client.deleteZone(zoneName)) copies.announceMembers();
      }),
    alignZones: () => alignZones({ client, identity, copies, signing, changes }),
    readDs: (zoneName) => readZoneDs(client, zoneName),
    rollKey: (zoneName, now) =>
      changes.run(async () => {
        const readParentDs = options.signing?.readParentDs ?? NO_SIGNING.readParentDs;
        const step = await rollKey(client, zoneName, { parent: await readParentDs(zoneName), now });
        if (step.isKeyChanged) await raiseSerial({ client, identity, copies }, zoneName);
        return step;
      }),
    listZones: async () => (await client.listZones()).map(({ name }) => withoutDot(name)),
    async readZone(zoneName) {
      const found = await client.readZone(zoneName);
      return found === null ? null : toServedZone(found, zoneName);
    },
    upsertRecordSet: (zoneName, recordSet) => change(zoneName, (zone) => withRecordSet(zone, recordSet)),
    replaceRecordSets: (zoneName, recordSets) => change(zoneName, (zone) => withRecordSets(zone, recordSets)),
    deleteRecordSet: (zoneName, key) => change(zoneName, (zone) => withoutRecordSet(zone, key)),
    check: () =>
      client.readServer().then(
        ({ version }) => ({ ok: true, detail: `PowerDNS ${version}` }),
        (error: unknown) => ({ ok: false, detail: error instanceof Error ? error.message : 'no answer' }),
      ),
    close: () => changes.run(() => copies.settle()),
  };
}

type Alignment = {
  client: PowerDnsClient;
  identity: ServerIdentity;
  copies: ZoneCopies;
  signing: ZoneSigning;
  changes: ChangeQueue;
};

/** Brings the copying and the signing of all zones in line with the settings. Returns how many zones it changed. */
async function alignZones({ client, identity, copies, signing, changes }: Alignment): Promise<number> {
  await changes.run(() => copies.prepare(true));
  const { kind, catalog } = copies.head;
  const zones = await client.listZones();
  const others = zones.filter((zone) => zone.kind !== kind || zone.catalog !== catalog);
  for (const { name } of others) await changes.run(() => client.changeZoneHead(withoutDot(name), copies.head));
  if (others.length > 0) copies.announceMembers();
  const changed = new Set(others.map(({ name }) => name));
  for (const { name, dnssec } of zones) {
    const zoneName = withoutDot(name);
    const align = async () => {
      if (!(await signing.align(zoneName, dnssec))) return;
      changed.add(name);
      await raiseSerial({ client, identity, copies }, zoneName);
    };
    await changes.run(align);
  }
  return changed.size;
}

/** After a change of keys: a server that copies the zone wouldn't look if the serial stayed. */
async function raiseSerial({ client, identity, copies }: Omit<Alignment, 'signing' | 'changes'>, zoneName: string) {
  const zone = await client.readZone(zoneName);
  if (zone === null) return;
  const { serial, ...rest } = toServedZone(zone, zoneName);
  await client.changeZone(zoneName, [soaOf({ ...rest, serial: serial + 1 }, identity)]);
  await copies.announceChange(zoneName);
}

/** Deletions first: PowerDNS applies the changes in order, and a new alias may replace another record. */
function differences(before: ServedZone, after: ServedZone): PowerDnsRecordSet[] {
  const { zoneName } = after;
  const keyOf = ({ type, host }: DnsRecord) => `${type} ${host}`;
  const old = new Map(before.recordSets.map((set) => [keyOf(set), JSON.stringify(set)]));
  const next = new Set(after.recordSets.map(keyOf));
  const gone = before.recordSets.filter((set) => !next.has(keyOf(set)));
  const changed = after.recordSets.filter((set) => old.get(keyOf(set)) !== JSON.stringify(set));
  return [
    ...gone.map(({ type, host }) => ({
      name: nameOf(host, zoneName),
      type,
      changetype: 'DELETE' as const,
      records: [],
    })),
    ...changed.map(({ type, host, ttlSeconds, values }) => ({
      name: nameOf(host, zoneName),
      type,
      ttl: ttlSeconds,
      changetype: 'REPLACE' as const,
      records: values.map((value) => toRecord(renderValue(type, value))),
    })),
  ];
}

/** We set the serial ourselves, so that it stays when nothing changes. */
function soaOf({ zoneName, serial }: ServedZone, { nameServers, contact }: ServerIdentity): PowerDnsRecordSet {
  const [primary = zoneName] = nameServers;
  const content = `${primary}. ${contact}. ${serial} 7200 900 1209600 ${NEGATIVE_TTL_SECONDS}`;
  return {
    name: `${zoneName}.`,
    type: 'SOA',
    ttl: APEX_TTL_SECONDS,
    changetype: 'REPLACE',
    records: [toRecord(content)],
  };
}

const toRecord = (content: string) => ({ content, disabled: false });

const nameOf = (host: string, zoneName: string): string => `${fullName(host, zoneName)}.`;

const withoutDot = (name: string): string => name.replace(/\.$/, '');

/** PowerDNS's zone as ours, without SOA and the root's NS, which belong to the server. */
function toServedZone({ rrsets }: PowerDnsZone, zoneName: string): ServedZone {
  const soa = rrsets.find(({ type }) => type === 'SOA')?.records[0]?.content.split(' ')[2];
  const sets = rrsets.flatMap(({ name, type: text, ttl = 0, records }): DnsRecord[] => {
    const type = RECORD_TYPES.find((each) => each === text);
    const host = hostWithin(withoutDot(name), zoneName);
    if (type === undefined || host === null || (type === 'NS' && host === ROOT_HOST)) return [];
    const values = records.map(({ content }) => toValue(type, content));
    return values.length === 0 ? [] : [{ type, host, ttlSeconds: ttl, values }];
  });
  return { zoneName, serial: Number(soa ?? 0), recordSets: inCanonicalOrder(sets) };
}

/** A value from PowerDNS, which writes it as in a zone file, in our form. */
function toValue(type: DnsRecord['type'], content: string): string {
  if (type === 'TXT') {
    const strings = content.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    return strings.map((string) => string.slice(1, -1).replace(/\\(\d{3}|.)/g, unescapeCharacter)).join('');
  }
  // Of a null MX the dot is all of the name.
  const hasName = type === 'MX' || type === 'SRV' || type === 'CNAME' || type === 'NS';
  return hasName && !content.endsWith(' .') ? withoutDot(content) : content;
}

const unescapeCharacter = (_: string, escaped: string): string =>
  escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped;
