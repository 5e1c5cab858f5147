import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { Currency } from '@postern/domain/money';
import { type BillingCycle, mayChangeBilling, planKind, priceOf, renewalCycles } from '@postern/domain/plans';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { listPlansOf, type PricedPlan } from '../plans/public.ts';
import { changeOrder, lockOrders, type OrderRow } from './order-repository.ts';
import { readCurrentPlan } from './read-current-plan.ts';

type Deps = { db: Database; clock: Clock };

/** Changes the billing cycle of all the bundle's paid plans from the next renewal on, at the catalogue's current price. */
export async function changeRenewalCycle(
  deps: Deps,
  context: SessionContext,
  { renewalBillingCycle }: { renewalBillingCycle: BillingCycle },
): Promise<{ currentPlan: CurrentPlan }> {
  const { customerId, role } = context.actor;
  if (!mayChangeBilling(role)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
  await deps.db.asTenant(customerId, (tx) => change(tx, deps, context, renewalBillingCycle));
  return await readCurrentPlan(deps, context);
}

async function change(tx: Queryable, { clock }: Deps, { actor, requestId }: SessionContext, cycle: BillingCycle) {
  const { customerId, bundleId, partnerId } = actor;
  const orders = await lockOrders(tx, { customerId, bundleId });
  if (orders.length === 0) throw new PanelError('BUNDLE_NOT_FOUND');
  const paid = orders.filter((order) => planKind(order.plan) === 'paid');
  const sold = await Promise.all(paid.map((order) => findSold(tx, order, partnerId)));
  const priced = paid.map((order, at) => ({ ...order, currency: order.currency as Currency, plan: sold[at] ?? null }));
  if (!renewalCycles(priced).includes(cycle)) {
    throw invalid([
      { path: 'renewalBillingCycle', code: 'CYCLE_NOT_OFFERED', message: 'Choose a cycle that all plans offer.' },
    ]);
  }
  for (const { plan, currency, ...order } of priced) {
    const isAsNow = order.billingCycle === cycle;
    const price = plan === null || isAsNow ? null : priceOf(plan, currency, cycle);
    await changeOrder(tx, order, {
      renewalBillingCycle: isAsNow ? null : cycle,
      renewalPriceMinor: price?.priceMinor ?? null,
    });
  }
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor: actor.email, requestId },
    ...{ action: 'subscription.renewal_cycle_changed', target: bundleId, attrs: { cycle } },
  });
}

const findSold = async (tx: Queryable, order: OrderRow, partnerId: number): Promise<PricedPlan | null> =>
  (await listPlansOf(tx, order.product, partnerId)).find((plan) => plan.planId === order.planId) ?? null;
