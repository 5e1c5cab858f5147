import type { BundleKey } from '../../db/bundle-key.ts';
import { leaseZone, type PublishDeps } from './publish-zone.ts';
import { deleteHeldZone, findZone, giveUpPublishing, takeForWithdrawal } from './zone-repository.ts';

/**
 * Takes a zone from the name server, and then deletes it here: the name may have a new owner right after. It is leased meanwhile, so that no
 * process publishes it again. What a crash leaves open is simply repeated. A zone that was never published is on no name server, so any
 * process may delete it. False: another process has the zone or the name server.
 */
export async function withdrawZone(deps: PublishDeps, key: BundleKey): Promise<boolean> {
  const { db, clock, dns } = deps;
  const zone = await db.asSystem((tx) => findZone(tx, key));
  if (zone === null) return true;
  const now = clock.now();
  const lease = await leaseZone(deps, now);
  const taken = await db.asSystem((tx) => takeForWithdrawal(tx, key, now, lease));
  if (taken === null) return false;
  if (dns.zones !== null) await dns.zones.deleteZone(taken.zoneName);
  else if (taken.publishedVersion !== 0) {
    await db.asSystem((tx) => giveUpPublishing(tx, key, lease));
    return false;
  }
  return db.asSystem((tx) => deleteHeldZone(tx, key, lease));
}
