import type {
  cancelSubscription as operation,
  reactivateSubscription as reactivation,
} from '@postern/contract/billing';
import type { ParsedInputOf } from '@postern/contract/operation';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import {
  type ChangeOutcome,
  cancelSubscription,
  reactivateSubscription,
  type Subscription,
} from '@postern/domain/billing';
import type { RecordedAction } from '@postern/domain/activity';
import { remainingDays } from '@postern/domain/plans';
import { writeAudit } from '../../../db/audit.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { lockBilledOrders, readCurrentPlan, subscriptionOf, writeSubscription } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { mailCustomer } from '../mail/mail-customer.ts';
import { assertMayPay } from '../quote/calculate-charge.ts';

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'jobs'>;
type Answer = { currentPlan: CurrentPlan };

/** Cancels an order: it runs to its end and isn't renewed. */
export function cancelOrder(
  deps: Deps,
  context: SessionContext,
  { orderId, reason }: ParsedInputOf<typeof operation>,
): Promise<Answer> {
  return changeOf(deps, context, {
    orderId,
    action: 'subscription.cancelled',
    cancelReason: reason.trim(),
    rule: (subscription, left) => cancelSubscription(subscription, reason, { remainingDays: left }),
  });
}

/** Takes a cancellation back before the end. */
export function reactivateOrder(
  deps: Deps,
  context: SessionContext,
  { orderId }: ParsedInputOf<typeof reactivation>,
): Promise<Answer> {
  return changeOf(deps, context, {
    orderId,
    action: 'subscription.reactivated',
    cancelReason: null,
    rule: (subscription, left) => reactivateSubscription(subscription, { remainingDays: left }),
  });
}

type Wish = {
  orderId: string;
  action: RecordedAction;
  cancelReason: string | null;
  rule: (subscription: Subscription, left: number | null) => ChangeOutcome;
};

async function changeOf(
  deps: Deps,
  context: SessionContext,
  { orderId, action, cancelReason, rule }: Wish,
): Promise<Answer> {
  assertMayPay(context);
  const { customerId, bundleId, email } = context.actor;
  const now = deps.clock.now();
  await deps.db.asSystem(async (tx) => {
    const billed = (await lockBilledOrders(tx, { customerId, bundleId })).find((one) => one.order.orderId === orderId);
    if (billed === undefined) throw new PanelError('NOT_FOUND');
    const outcome = rule(
      subscriptionOf(billed),
      remainingDays(billed.order.expiresAt?.getTime() ?? null, now.getTime()),
    );
    if (!outcome.ok) {
      if (outcome.code !== 'VALIDATION_FAILED') throw new PanelError(outcome.code, outcome.attrs);
      throw invalid([{ path: 'reason', code: 'required', message: 'Say why, in a word or more.' }]);
    }
    await writeSubscription(tx, billed, outcome.value.after, now, { billing: { cancelReason } });
    const kind = outcome.value.after.isCancelled ? 'cancelled' : 'reactivated';
    await mailCustomer(tx, deps, billed, { kind, at: now });
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: email, action, target: orderId, requestId: context.requestId },
      attrs: cancelReason === null ? {} : { reason: cancelReason },
    });
  });
  return readCurrentPlan(deps, context);
}
