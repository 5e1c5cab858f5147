import { leaseZone, type PublishDeps } from '../dns/public.ts';
import type { ChangeRow } from './domain-change-repository.ts';
import { claimFormerDomain, endClaim, listFormerDomains, releaseFormerDomain } from './former-domain-repository.ts';

/**
 * Keeps the zones of former domains on the name server as they were, so that mail to the former addresses arrives, and restores them if the
 * name server loses them. Releases those whose time is over: the zone first, as the name may have a new owner right after. Each zone is
 * leased first, so that a bundle that returns to the domain doesn't publish it at the same time. ADR 58.
 */
export async function keepFormerDomains(deps: PublishDeps): Promise<void> {
  const { db, clock, dns, log } = deps;
  const changes = await db.asSystem(listFormerDomains);
  if (changes.length === 0) return;
  const served = new Set(await dns.zones?.listZones());
  for (const change of changes) {
    if (isServedByOthers(deps, change)) continue;
    const isLost = change.formerRecordSets !== null && !served.has(change.fromDomain);
    if (!isLost && !isOver(change, clock.now())) continue;
    try {
      await keepOrRelease(deps, change);
    } catch (error) {
      log.error({ err: error, zone: change.fromDomain }, 'former domain not kept');
    }
  }
}

/** A zone on a name server that only other processes reach: they keep it, and release the name only once the zone is gone. */
const isServedByOthers = ({ dns }: PublishDeps, { formerRecordSets }: ChangeRow): boolean =>
  dns.zones === null && dns.nameServers.length > 0 && formerRecordSets !== null;

const isOver = ({ formerUntil }: ChangeRow, now: Date): boolean => formerUntil !== null && formerUntil <= now;

async function keepOrRelease(deps: PublishDeps, listed: ChangeRow): Promise<void> {
  const { db, clock, dns } = deps;
  const now = clock.now();
  const lease = await leaseZone(deps, now);
  const change = await db.asSystem((tx) => claimFormerDomain(tx, listed, now, lease));
  if (change === null) return;
  const { fromDomain: zone, formerRecordSets } = change;
  if (isOver(change, now)) {
    await dns.zones?.deleteZone(zone);
    await db.asSystem((tx) => releaseFormerDomain(tx, change, lease));
    return;
  }
  if (formerRecordSets !== null) {
    await dns.zones?.createZone(zone);
    await dns.zones?.replaceRecordSets(zone, formerRecordSets);
  }
  await db.asSystem((tx) => endClaim(tx, change, lease));
}
