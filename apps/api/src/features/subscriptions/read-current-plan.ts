import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { listPieces } from './add-on-pieces.ts';
import { toCurrentPlan } from './current-plan-view.ts';
import { listBilledOrders } from './order-billing-repository.ts';
import { readMailboxCount } from './order-repository.ts';
import { readCustomerTaxes, renewalOf } from './renewal-of.ts';

/** What the session's bundle has bought. */
export async function readCurrentPlan(
  deps: { db: Database; clock: Clock },
  { actor }: SessionContext,
): Promise<{ currentPlan: CurrentPlan }> {
  const { customerId, bundleId, partnerId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const count = await readMailboxCount(tx, { customerId, bundleId });
    const billed = await listBilledOrders(tx, { customerId, bundleId });
    const taxes = await readCustomerTaxes(tx, { customerId, partnerId, at: deps.clock.now() });
    const orders = [];
    for (const one of billed) {
      const next = await renewalOf(tx, one, taxes, { restartOn: null, activeAccounts: count ?? 0 });
      orders.push({
        ...{ ...one, renewalMinor: next?.sum.toPayMinor ?? 0 },
        scheduledRefusal: next?.scheduledRefusal ?? null,
      });
    }
    const pieces = await listPieces(tx, { customerId, bundleId });
    const currentPlan = count === null ? null : toCurrentPlan(orders, count, pieces, deps.clock.now());
    if (currentPlan === null) throw new PanelError('BUNDLE_NOT_FOUND');
    return { currentPlan };
  });
}
