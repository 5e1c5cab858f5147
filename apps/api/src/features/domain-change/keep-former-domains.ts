import type { PublishDeps } from '../dns/public.ts';
import { listFormerDomains, releaseFormerDomain } from './domain-change-repository.ts';

/**
 * Goes on serving the zones of former domains as they were, also to a name server that has lost them, so that mail to the former addresses
 * arrives; and lets go of those whose time is over: the zone first, as the name may be somebody else's right after. ADR 58.
 */
export async function keepFormerDomains({ db, clock, dns, log }: PublishDeps): Promise<void> {
  const changes = await db.asSystem(listFormerDomains);
  if (changes.length === 0) return;
  const served = new Set(await dns.zones?.listZones());
  for (const change of changes) {
    const { fromDomain: zone, formerRecordSets, formerUntil } = change;
    try {
      if (formerUntil !== null && formerUntil <= clock.now()) {
        await dns.zones?.deleteZone(zone);
        await db.asSystem((tx) => releaseFormerDomain(tx, change, clock.now()));
      } else if (formerRecordSets !== null && !served.has(zone)) {
        await dns.zones?.createZone(zone);
        await dns.zones?.replaceRecordSets(zone, formerRecordSets);
      }
    } catch (error) {
      log.error({ err: error, zone }, 'former domain not kept');
    }
  }
}
