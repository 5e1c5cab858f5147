import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { toCurrentPlan } from './current-plan-view.ts';
import { listOrderAddOns, listOrders, readMailboxCount } from './order-repository.ts';

/** What the session's bundle has bought. */
export async function readCurrentPlan(
  deps: { db: Database; clock: Clock },
  { actor }: SessionContext,
): Promise<{ currentPlan: CurrentPlan }> {
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const count = await readMailboxCount(tx, { customerId, bundleId });
    const orders = await listOrders(tx, { customerId, bundleId });
    const addOns = await listOrderAddOns(tx, { customerId, bundleId });
    const currentPlan = count === null ? null : toCurrentPlan(orders, count, addOns, deps.clock.now());
    if (currentPlan === null) throw new PanelError('BUNDLE_NOT_FOUND');
    return { currentPlan };
  });
}
