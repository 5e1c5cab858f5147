import { type ReleaseReason, releaseDueMillis } from '@postern/domain/domain-release';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readBundle } from '../bundles/public.ts';
import { suspendDomain } from '../mailboxes/public.ts';
import { hasOrder, insertRelease, receivesMail } from './release-repository.ts';

type Planned = { reason: ReleaseReason; at: Date };

/**
 * Plans the release of a domain in the transaction that ends an order of its bundle, unless another order is left. Where mail arrives, its
 * mailboxes are suspended until then: nobody signs in or sends without a plan. Returns when it is released; null if it isn't.
 */
export async function planRelease(
  tx: Queryable,
  deps: { clock: Clock; jobs: JobQueue },
  { customerId, bundleId }: BundleKey,
  { reason, at }: Planned,
): Promise<Date | null> {
  const key = { customerId, bundleId };
  if (await hasOrder(tx, key)) return null;
  const held = await readBundle(tx, key);
  if (held === null) return null;
  const keepsMail = await receivesMail(tx, key, held.domainName);
  const dueAt = new Date(releaseDueMillis(at.getTime(), { keepsMail }));
  await insertRelease(tx, { ...key, domainName: held.domainName, reason, dueAt });
  if (keepsMail) await suspendDomain(tx, deps, key, { reason: 'PLAN_EXPIRED', at });
  return dueAt;
}
