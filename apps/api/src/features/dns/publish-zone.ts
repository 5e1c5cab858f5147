import { setTimeout as pause } from 'node:timers/promises';
import { recordSetsOf, zoneRecordsOf } from '@postern/domain/dns';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Database } from '../../db/client.ts';
import type { Lease } from '../../db/lease.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { publishRecordsChange } from './publish-records-change.ts';
import {
  endPublishing,
  giveUpPublishing,
  isBehind,
  listUnpublished,
  takeForPublishing,
  unpublishMissing,
} from './zone-repository.ts';

/** Longer than the name server's adapter takes to give up, so that no two processes publish a zone at once. */
const ZONE_LEASE_MILLIS = 60_000;
const ZONES_A_SWEEP = 50;
/** How long a change waits for another process that takes it along, so that the record is there when the answer says so. */
const WAIT = { times: 40, millis: 50 };

export type PublishDeps = { db: Database; clock: Clock; dns: DnsServices; log: Log };

/** A lease for publishing a zone. It ends with this process. */
export const leaseZone = async ({ db }: Pick<PublishDeps, 'db'>, now: Date): Promise<Lease> => ({
  until: new Date(now.getTime() + ZONE_LEASE_MILLIS),
  by: await db.processNumber(),
});

/**
 * Sends the zone's records to the name server, after the commit that changed them. After a failure the zone stays unpublished until the
 * sweep tries again. If another process is publishing the zone, that process publishes this change too, and this one waits a moment for it.
 * ADR 53.
 */
export async function publishZone(deps: PublishDeps, key: BundleKey): Promise<void> {
  const { db, clock, dns, log } = deps;
  const { zones } = dns;
  if (zones === null) return;
  const { customerId } = key;
  for (let waited = 0; ; ) {
    const now = clock.now();
    const lease = await leaseZone(deps, now).catch((error: unknown) => {
      log.error({ err: error }, 'nothing can be published');
      return null;
    });
    if (lease === null) return;
    const taken = await db.asTenant(customerId, (tx) => takeForPublishing(tx, key, now, lease));
    if (taken === null) {
      if (waited >= WAIT.times || !(await db.asTenant(customerId, (tx) => isBehind(tx, key)))) return;
      waited += 1;
      await pause(WAIT.millis);
      continue;
    }
    const { zoneName, records } = taken;
    try {
      await zones.createZone(zoneName);
      await zones.replaceRecordSets(zoneName, recordSetsOf(zoneRecordsOf(records)));
    } catch (error) {
      log.error({ err: error, zone: zoneName }, 'zone not published');
      await db.asTenant(customerId, (tx) => giveUpPublishing(tx, key, lease));
      return;
    }
    await db.asTenant(customerId, async (tx) => {
      await endPublishing(tx, key, lease, taken);
      await publishRecordsChange(tx, clock, key, zoneName);
    });
    waited = WAIT.times;
  }
}

/** Publishes zones left over by a crash, a silent name server, or a process without a name server. */
export async function publishZones(deps: PublishDeps): Promise<void> {
  const { zones } = deps.dns;
  if (zones === null) return;
  const keys = await deps.db.readAsSystem((tx) => listUnpublished(tx, deps.clock.now(), ZONES_A_SWEEP));
  if (keys.length === 0) return;
  // Wait for a silent name server once, not once per zone.
  const { ok, detail } = await zones.check();
  if (!ok) return deps.log.warn({ detail, waiting: keys.length }, 'the name server does not answer');
  for (const key of keys) await publishZone(deps, key);
}

/** Finds zones that the name server has lost, with its folder or its database, and publishes them again. ADR 53. */
export async function restoreZones(deps: PublishDeps): Promise<void> {
  const { db, clock, dns, log } = deps;
  if (dns.zones === null) return;
  // A zone that is being published just now may be missing from the list, but isn't lost.
  const publishedBefore = new Date(clock.now().getTime() - ZONE_LEASE_MILLIS);
  const served = await dns.zones.listZones();
  const aligned = await dns.zones.alignZones();
  if (aligned > 0) log.info({ zones: aligned }, 'zones brought in line with the settings');
  const zones = await db.asSystem((tx) => unpublishMissing(tx, served, publishedBefore));
  if (zones === 0) return;
  log.warn({ zones }, 'the name server had lost zones');
  await publishZones(deps);
}
