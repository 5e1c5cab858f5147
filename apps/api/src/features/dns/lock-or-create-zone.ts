import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readBundle } from '../bundles/public.ts';
import { holdsZone } from './holds-zone.ts';
import { ensureZone, findZone, lockZone, type ZoneRow } from './zone-repository.ts';

type Deps = { clock: Clock; dns: Pick<DnsServices, 'nameServers' | 'canHoldZone'> };

/** Locks the bundle's zone for a change, and creates it if there is none. Throws if this installation holds no zone for the domain. */
export async function lockOrCreateZone(
  tx: Queryable,
  { clock, dns }: Deps,
  { customerId, bundleId }: BundleKey,
): Promise<ZoneRow> {
  const held = await readBundle(tx, { customerId, bundleId });
  if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
  if (!(await holdsZone(dns, held.domainName))) throw new PanelError('ZONE_NOT_HELD');
  const key = { customerId, bundleId };
  if ((await findZone(tx, key)) === null) await ensureZone(tx, key, held.domainName, clock.now());
  const zone = await lockZone(tx, key);
  if (zone === null) throw new PanelError('ZONE_NOT_HELD');
  return zone;
}
