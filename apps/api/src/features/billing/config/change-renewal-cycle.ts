import type { ScheduledChange } from '@postern/domain/billing';
import type { Currency } from '@postern/domain/money';
import { type BillingCycle, planKind, priceOf, renewalCycles } from '@postern/domain/plans';
import type { Queryable } from '../../../db/client.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { findPlan, listPlansOf, listPrices, type PricedPlan } from '../../plans/public.ts';
import { type BilledOrder, lockBilledOrders, subscriptionOf, writeSubscription } from '../../subscriptions/public.ts';

/** Changes the billing cycle of all the bundle's paid plans from the next renewal on, at the catalogue's current price. Rule R-01. */
export async function changeRenewalCycle(
  tx: Queryable,
  clock: Clock,
  { actor }: Pick<SessionContext, 'actor'>,
  cycle: BillingCycle,
): Promise<void> {
  const billed = await lockBilledOrders(tx, actor);
  if (billed.length === 0) throw new PanelError('BUNDLE_NOT_FOUND');
  const paid = billed.filter(({ order }) => planKind(order.plan) === 'paid');
  const sold = await Promise.all(paid.map((one) => findSold(tx, one, actor.partnerId)));
  const priced = paid.map(({ order }, at) => ({
    billingCycle: order.billingCycle,
    currency: order.currency as Currency,
    plan: sold[at] ?? null,
  }));
  if (!renewalCycles(priced).includes(cycle)) {
    throw invalid([
      { path: 'renewalBillingCycle', code: 'CYCLE_NOT_OFFERED', message: 'Choose a cycle that all plans offer.' },
    ]);
  }
  for (const [at, one] of paid.entries()) {
    const before = subscriptionOf(one);
    const scheduled = scheduledWith(one, sold[at] ?? null, cycle);
    await writeSubscription(tx, one, { ...before, scheduled }, clock.now());
  }
}

/** What was chosen for the renewal, with another cycle; null if nothing changes then. */
function scheduledWith(billed: BilledOrder, plan: PricedPlan | null, cycle: BillingCycle): ScheduledChange | null {
  const { scheduled, planId, noOfAccounts, billingCycle, priceMinor, currency } = subscriptionOf(billed);
  const wanted = { planId: scheduled?.planId ?? planId, noOfAccounts: scheduled?.noOfAccounts ?? noOfAccounts };
  const isSamePlan = wanted.planId === planId;
  if (isSamePlan && cycle === billingCycle)
    return wanted.noOfAccounts === noOfAccounts ? null : { ...wanted, billingCycle: cycle, priceMinor };
  const price = plan === null ? null : priceOf(plan, currency, cycle);
  return { ...wanted, billingCycle: cycle, priceMinor: price?.priceMinor ?? priceMinor };
}

/** The plan that the order renews as. A plan that the partner no longer sells still renews, at the catalogue's last prices. */
async function findSold(tx: Queryable, billed: BilledOrder, partnerId: number): Promise<PricedPlan | null> {
  const planId = subscriptionOf(billed).scheduled?.planId ?? billed.order.planId;
  const sold = (await listPlansOf(tx, billed.order.product, partnerId)).find((plan) => plan.planId === planId);
  if (sold !== undefined) return sold;
  const row = await findPlan(tx, planId);
  return row && { ...row, prices: await listPrices(tx, [planId]) };
}
