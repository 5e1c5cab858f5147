import type { PaymentGateway } from '@postern/adapter-payment/port';
import type { ParsedInputOf } from '@postern/contract/operation';
import type { CurrentPlan, updateBillingConfig as operation } from '@postern/contract/subscriptions';
import type { RecordedAction } from '@postern/domain/activity';
import { changeRenewalDate } from '@postern/domain/billing';
import { whoTakesPayment } from '@postern/domain/partners';
import { mayChangeBilling, remainingDays } from '@postern/domain/plans';
import { writeAudit } from '../../../db/audit.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { findPartner } from '../../partners/public.ts';
import { findLatestCard } from '../../purchase/public.ts';
import {
  type BilledOrder,
  lockBilledOrders,
  readCurrentPlan,
  subscriptionOf,
  writeLife,
  writeSubscription,
} from '../../subscriptions/public.ts';
import { changeRenewalCycle } from './change-renewal-cycle.ts';

type Deps = { db: Database; clock: Clock; gateway: Pick<PaymentGateway, 'name'> };
type Wish = ParsedInputOf<typeof operation>;

/** Changes how the bundle renews: the cycle, whether it renews automatically, or the day of the month. One at a time. */
export async function updateBillingConfig(
  deps: Deps,
  context: SessionContext,
  wish: Wish,
): Promise<{ currentPlan: CurrentPlan }> {
  const { actor, requestId } = context;
  if (!mayChangeBilling(actor.role)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
  const [action, ...others] = actionsOf(deps, context, wish);
  if (action === undefined || others.length > 0) {
    const message = 'Send exactly one of autoRenew, renewalBillingCycle and customExpiryDate.';
    throw invalid([{ path: '', code: 'one_of', message }]);
  }
  await deps.db.asSystem(async (tx) => {
    await action.run(tx);
    const { customerId, bundleId, email } = actor;
    const what = { action: action.name, target: bundleId, attrs: action.attrs };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: email, ...what, requestId });
  });
  return await readCurrentPlan(deps, context);
}

type Action = { name: RecordedAction; attrs: Record<string, unknown>; run: (tx: Queryable) => Promise<void> };

function actionsOf(deps: Deps, context: SessionContext, wish: Wish): Action[] {
  const { renewalBillingCycle: cycle, autoRenew, customExpiryDate: day } = wish;
  const actions: Action[] = [];
  if (cycle !== undefined) {
    const run = (tx: Queryable) => changeRenewalCycle(tx, deps.clock, context, cycle);
    actions.push({ name: 'subscription.renewal_cycle_changed', attrs: { cycle }, run });
  }
  if (autoRenew !== undefined) {
    const run = (tx: Queryable) => setAutoRenew(tx, deps, context, autoRenew);
    actions.push({ name: 'subscription.auto_renew_changed', attrs: { autoRenew }, run });
  }
  if (day !== undefined) {
    const run = (tx: Queryable) => moveRenewalDate(tx, deps, context, day);
    actions.push({ name: 'subscription.renewal_date_moved', attrs: { day }, run });
  }
  return actions;
}

/** A cancelled subscription isn't renewed: it must be reactivated first. */
async function setAutoRenew(tx: Queryable, deps: Deps, { actor }: SessionContext, autoRenew: boolean): Promise<void> {
  const orders = await lockBilledOrders(tx, actor);
  if (orders.length === 0) throw new PanelError('BUNDLE_NOT_FOUND');
  if (autoRenew && orders.some(({ billing }) => billing.cancelledAt !== null))
    throw new PanelError('SUBSCRIPTION_CANCELLED');
  // After the tries of a renewal, only paying by hand brings the service back.
  const isOver = ({ billing }: BilledOrder) =>
    billing.stoppedAt !== null || (billing.dueAt === null && billing.periodTo !== null);
  if (autoRenew && orders.some((one) => isOver(one))) throw new PanelError('PLAN_EXPIRED');
  if (autoRenew && !(await canBePaid(tx, deps, actor))) throw new PanelError('CARD_NOT_FOUND');
  for (const one of orders) await writeLife(tx, one, {}, { autoRenew });
}

/** Whether renewals can be paid: by the partner, or by a saved card that hasn't expired. */
async function canBePaid(tx: Queryable, { clock, gateway }: Deps, { customerId, partnerId }: SessionContext['actor']) {
  const partner = await findPartner(tx, partnerId);
  if (partner !== null && whoTakesPayment(partner) !== 'panel') return true;
  return (await findLatestCard(tx, customerId, gateway.name, clock.now())) !== null;
}

/** Moves the renewal of all paid orders of the bundle. Rule R-02. */
async function moveRenewalDate(tx: Queryable, deps: Deps, { actor }: SessionContext, day: number): Promise<void> {
  const orders = await lockBilledOrders(tx, actor);
  const [main] = orders;
  if (main === undefined) throw new PanelError('BUNDLE_NOT_FOUND');
  const now = deps.clock.now();
  const paid = orders.filter((one) => subscriptionOf(one).kind === 'paid');
  for (const one of paid.length === 0 ? [main] : paid) {
    const left = remainingDays(one.order.expiresAt?.getTime() ?? null, now.getTime());
    const outcome = changeRenewalDate(subscriptionOf(one), day, { remainingDays: left });
    if (!outcome.ok) {
      if (outcome.code !== 'VALIDATION_FAILED') throw new PanelError(outcome.code, outcome.attrs);
      throw invalid([{ path: 'customExpiryDate', code: 'out_of_range', message: 'Day must be between 1 and 28' }]);
    }
    // A reminder for the former date doesn't count for the new one.
    await writeSubscription(tx, one, outcome.value.after, now, { billing: { isReminded: false } });
  }
}
