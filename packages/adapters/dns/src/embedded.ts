import { parseDomainName } from '@postern/domain/addresses';
import { type DnsZones, DnsZonesError, type ServedZone } from './port.ts';
import { answerQuery, type ServerIdentity } from './server/answer-query.ts';
import { startDnsServer } from './server/dns-server.ts';
import { ChangeQueue } from './zones/change-queue.ts';
import { withoutRecordSet, withRecordSet, withRecordSets } from './zones/change-zone.ts';
import { readZones, removeZone, writeZone } from './zones/zone-folder.ts';
import { indexZone, type ZoneIndex } from './zones/zone-index.ts';

export type EmbeddedDnsOptions = {
  /** The folder of the zones, one file each; created if missing. Only one process at a time may use it. */
  dir: string;
  /** A loopback address. */
  host: string;
  /** 0 picks a free one. */
  port: number;
  identity: ServerIdentity;
};

/** Starts the built-in name server: authoritative for the zones in its folder, over UDP and TCP. */
export async function startEmbeddedDns(options: EmbeddedDnsOptions): Promise<{ zones: DnsZones; port: number }> {
  const { dir, host, identity } = options;
  const served = new Map<string, ZoneIndex>();
  for (const zone of await readZones(dir)) served.set(zone.zoneName, indexZone(zone));
  const server = await startDnsServer({
    host,
    port: options.port,
    answer: (query) => answerQuery(query, served, identity),
  });
  const changes = new ChangeQueue();

  async function change(zoneName: string, make: (zone: ServedZone) => ServedZone): Promise<number> {
    return changes.run(async () => {
      const before = served.get(zoneName)?.zone;
      if (!before) throw new DnsZonesError('refused', `${zoneName} is not served`);
      const after = make(before);
      if (after !== before) await keep(after);
      return after.serial;
    });
  }

  async function keep(zone: ServedZone): Promise<void> {
    await writing(() => writeZone(dir, zone));
    served.set(zone.zoneName, indexZone(zone));
  }

  const zones: DnsZones = {
    createZone: (zoneName) =>
      changes.run(async () => {
        const parsed = parseDomainName(zoneName);
        if (!parsed.ok || parsed.value !== zoneName) throw new DnsZonesError('refused', `${zoneName} is no zone name`);
        if (!served.has(zoneName)) await keep({ zoneName, serial: 1, recordSets: [] });
      }),
    deleteZone: (zoneName) =>
      changes.run(async () => {
        if (!served.has(zoneName)) return;
        await writing(() => removeZone(dir, zoneName));
        served.delete(zoneName);
      }),
    listZones: () => Promise.resolve([...served.keys()]),
    // It can't sign.
    readDs: () => Promise.resolve({ wanted: [], keys: [] }),
    alignZones: () => Promise.resolve(0),
    readZone: (zoneName) => Promise.resolve(structuredClone(served.get(zoneName)?.zone ?? null)),
    upsertRecordSet: (zoneName, recordSet) => change(zoneName, (zone) => withRecordSet(zone, recordSet)),
    replaceRecordSets: (zoneName, recordSets) => change(zoneName, (zone) => withRecordSets(zone, recordSets)),
    deleteRecordSet: (zoneName, key) => change(zoneName, (zone) => withoutRecordSet(zone, key)),
    check: () =>
      Promise.resolve({ ok: server.isListening(), detail: `${served.size} zones on ${host}:${server.port}` }),
    async close() {
      await changes.run(() => Promise.resolve());
      await server.close();
    },
  };
  return { zones, port: server.port };
}

async function writing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new DnsZonesError('unavailable', 'The zone could not be written', { cause });
  }
}
