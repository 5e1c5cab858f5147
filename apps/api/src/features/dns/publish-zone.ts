import { recordSetsOf, zoneRecordsOf } from '@postern/domain/dns';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/client.ts';
import type { Log } from '../../log.ts';
import type { DnsServices } from './dns-services.ts';
import { tellOfRecords } from './tell-of-records.ts';
import { endPublishing, listUnpublished, type Place, takeForPublishing, unpublishMissing } from './zone-repository.ts';

/** Longer than the name server's adapter takes to give up, so that no two processes are at a zone at once. */
export const ZONE_LEASE_MILLIS = 60_000;
const ZONES_A_SWEEP = 50;

export type PublishDeps = { db: Database; clock: Clock; dns: DnsServices; log: Log };

/**
 * Gives the zone's records to the name server, after the commit that changed them. A failure leaves the zone unpublished, and the sweep
 * comes again; while another process publishes, that one takes what has come meanwhile along. ADR 53.
 */
export async function publishZone(deps: PublishDeps, place: Place): Promise<void> {
  const { db, clock, dns, log } = deps;
  const { zones } = dns;
  if (zones === null) return;
  const { customerId } = place;
  for (;;) {
    const now = clock.now();
    const until = new Date(now.getTime() + ZONE_LEASE_MILLIS);
    const taken = await db.asTenant(customerId, (tx) => takeForPublishing(tx, place, now, until));
    if (taken === null) return;
    const { zoneName, records, version } = taken;
    try {
      await zones.createZone(zoneName);
      await zones.replaceRecordSets(zoneName, recordSetsOf(zoneRecordsOf(records)));
    } catch (error) {
      log.error({ err: error, zone: zoneName }, 'zone not published');
      await db.asTenant(customerId, (tx) => endPublishing(tx, place, until, null));
      return;
    }
    await db.asTenant(customerId, async (tx) => {
      await endPublishing(tx, place, until, version);
      await tellOfRecords(tx, clock, place, zoneName);
    });
  }
}

/** What a crash, a silence or a process without name server left unpublished. */
export async function publishZones(deps: PublishDeps): Promise<void> {
  if (deps.dns.zones === null) return;
  const places = await deps.db.asSystem((tx) => listUnpublished(tx, deps.clock.now(), ZONES_A_SWEEP));
  for (const place of places) await publishZone(deps, place);
}

/** Finds the zones that the name server has lost, with its folder or its database, and gives them to it again. ADR 53. */
export async function restoreZones(deps: PublishDeps): Promise<void> {
  const { db, clock, dns, log } = deps;
  if (dns.zones === null) return;
  // A zone that is published while we ask isn't in the list, and not lost.
  const publishedBefore = new Date(clock.now().getTime() - ZONE_LEASE_MILLIS);
  const served = await dns.zones.listZones();
  const zones = await db.asSystem((tx) => unpublishMissing(tx, served, publishedBefore));
  if (zones === 0) return;
  log.warn({ zones }, 'the name server had lost zones');
  await publishZones(deps);
}
