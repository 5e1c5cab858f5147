import type { BundleKey } from '../../db/bundle-key.ts';
import { PanelError } from '../../http/panel-error.ts';
import { defineJob } from '../../jobs/job.ts';
import type { PublishDeps } from '../dns/public.ts';
import { findConnection } from '../domain-verification/public.ts';
import { ensureDomain } from './ensure-domain.ts';

/** Makes the domain of a new order known, so that its first check is due before the buyer looks. The sweep makes the check. */
export const PREPARE_DOMAIN = defineJob<BundleKey>('prepare-domain');

export async function prepareDomain(deps: PublishDeps, { customerId, bundleId }: BundleKey): Promise<void> {
  // The buyer was quicker: publishing the zone again would only be in the way of what they do there.
  if ((await deps.db.asTenant(customerId, (tx) => findConnection(tx, { customerId, bundleId }))) !== null) return;
  try {
    await ensureDomain(deps, { customerId, bundleId });
  } catch (error) {
    // The bundle was removed while the job waited.
    if (!(error instanceof PanelError && error.code === 'BUNDLE_NOT_FOUND')) throw error;
  }
}
