import type { BundleKey } from '../../db/bundle-key.ts';
import { PanelError } from '../../http/panel-error.ts';
import { readBundle } from '../bundles/public.ts';
import { ensureZone, holdsZone, type PublishDeps, publishZone } from '../dns/public.ts';
import { ensureConnection } from '../domain-verification/public.ts';

/**
 * Creates a bundle's connection row if there is none yet, and the zone if we hold it, so that a domain delegated to our name servers is
 * never lame. `isMeant` says whether the bundle's domain is the one the request is about.
 */
export async function ensureDomain(
  deps: PublishDeps,
  { customerId, bundleId }: BundleKey,
  isMeant: (domainName: string) => boolean = () => true,
): Promise<void> {
  const key = { customerId, bundleId };
  await deps.db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, { customerId, bundleId });
    if (held === null || !isMeant(held.domainName)) throw new PanelError('BUNDLE_NOT_FOUND');
    const now = deps.clock.now();
    // The zone first, as every call that changes it, or two of them would wait for each other.
    if (await holdsZone(deps.dns, held.domainName)) await ensureZone(tx, key, held.domainName, now);
    await ensureConnection(tx, key, held.domainName, now);
  });
  await publishZone(deps, key);
}
