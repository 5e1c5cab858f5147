import { putsOffMillis } from '@postern/domain/billing';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { lockBundle, readBundle } from '../../bundles/public.ts';
import { planRelease } from '../../domain-end/public.ts';
import {
  type BilledOrder,
  type DueOrder,
  dueWorkOf,
  holdOrder,
  lockBilledOrders,
  readCustomerTaxes,
  readMailboxCount,
  renewalOf,
  subscriptionOf,
  writeLife,
} from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { mailCustomer } from '../mail/mail-customer.ts';
import { findOpenPayment, type PaymentRow } from '../payment/payment-repository.ts';
import { renewalPayableUntil } from '../partner-page/payable-until.ts';
import type { Due, DueStep } from './due-step.ts';
import { endTrialOfAddOn, remindOfAddOn } from './end-add-on-trial.ts';
import { noteFailedRenewal } from './note-failed-renewal.ts';
import { payerOf, prepareCharge, takerOf } from './prepare-charge.ts';
import { deleteService, stopService } from './stop-service.ts';

/** By how much the step puts off what follows it. */
type Step = Due & { lateMillis: number };

/**
 * Under the order's lock: what is due is looked up again, and done as of its own instant, or its charge is prepared.
 * @param leavesTime whether a step that comes late puts off what follows it
 */
export async function takeDueStep(
  tx: Queryable,
  deps: BillingDeps,
  due: DueOrder,
  leavesTime: boolean,
): Promise<DueStep> {
  const { customerId, bundleId } = due;
  const found = (await lockBilledOrders(tx, { customerId, bundleId })).find(
    ({ order }) => order.orderId === due.orderId,
  );
  const work = found === undefined ? null : dueWorkOf(found.order, found.billing);
  const [held, open] = await Promise.all([readBundle(tx, { customerId, bundleId }), findOpenPayment(tx, due)]);
  if (found === undefined || held === null) {
    await holdOrder(tx, due);
    return { kind: 'none' };
  }
  // Another process was quicker, or the order has changed meanwhile: there is something else to do, or nothing.
  if (work === null || work.at !== due.dueAt.getTime()) {
    await writeLife(tx, found, {});
    return { kind: 'none' };
  }
  const lateMillis = leavesTime ? putsOffMillis(work, deps.clock.now().getTime()) : 0;
  const billed = lateMillis === 0 ? found : await putOff(tx, found, lateMillis);
  const step = { billed, at: due.dueAt, partnerId: held.partnerId, lateMillis };
  switch (work.kind) {
    case 'remind':
      return remind(tx, deps, step);
    case 'renew':
    case 'retry':
      return prepareRenewal(tx, deps, step, { job: work.kind, open });
    case 'stop':
      return stop(tx, deps, step);
    case 'warn-deletion': {
      await writeLife(tx, billed, { deletionWarnings: billed.billing.deletionWarnings + 1 });
      await mailCustomer(tx, deps, billed, { kind: 'deletion-warning', at: step.at });
      return { kind: 'done', job: 'warn-deletion' };
    }
    case 'remind-add-on-trial':
      return remindOfAddOn(tx, deps, step, work.addOnId);
    case 'end-add-on-trial':
      return endTrialOfAddOn(tx, deps, step, work.addOnId);
    case 'delete': {
      await writeLife(tx, found, {}, { status: 'cancelled' });
      await deleteService(tx, deps, found.order);
      await mailCustomer(tx, deps, found, { kind: 'deleted', at: step.at });
      await planRelease(tx, deps, found.order, { reason: 'ended', at: step.at });
      return { kind: 'done', job: 'delete' };
    }
  }
}

async function putOff(tx: Queryable, billed: BilledOrder, byMillis: number): Promise<BilledOrder> {
  const lateMillis = billed.billing.lateMillis + byMillis;
  await writeLife(tx, billed, { lateMillis });
  return { ...billed, billing: { ...billed.billing, lateMillis } };
}

/** The price of the renewal that is due. */
export async function costOf(tx: Queryable, { billed, partnerId, at }: Pick<Due, 'billed' | 'partnerId' | 'at'>) {
  const [taxes, activeAccounts] = await Promise.all([
    readCustomerTaxes(tx, { customerId: billed.order.customerId, partnerId, at }),
    readMailboxCount(tx, billed.order),
  ]);
  const next = await renewalOf(tx, billed, taxes, { restartOn: null, activeAccounts: activeAccounts ?? 0 });
  return next && { ...next, taxedFor: taxes.taxedFor };
}

async function remind(tx: Queryable, deps: BillingDeps, due: Step): Promise<DueStep> {
  const { billed, at, partnerId, lateMillis } = due;
  const next = await costOf(tx, due);
  const taker = await takerOf(tx, partnerId);
  await writeLife(tx, billed, { isReminded: true });
  const kind = billed.order.plan.isTrial ? 'trial-ending' : 'renewal-reminder';
  const { expiresAt } = billed.order;
  const chargedAt =
    lateMillis === 0 || expiresAt === null ? {} : { endsAt: new Date(expiresAt.getTime() + lateMillis) };
  if (next !== null)
    await mailCustomer(tx, deps, billed, { kind, at, amountMinor: next.sum.toPayMinor, taker, ...chargedAt });
  const planId = subscriptionOf(billed).scheduled?.planId;
  if (next?.scheduledRefusal && planId !== undefined)
    await mailCustomer(tx, deps, billed, { kind: 'change-blocked', at, planId, refusal: next.scheduledRefusal });
  return { kind: 'done', job: kind };
}

/** Writes the quote and the payment of the next period, so that a crash can't charge it twice or forget it. */
async function prepareRenewal(
  tx: Queryable,
  deps: BillingDeps,
  due: Step,
  { job, open }: { job: string; open: PaymentRow | null },
): Promise<DueStep> {
  const { billed, at, partnerId } = due;
  const { order } = billed;
  if (open?.kind === 'change') {
    const until = await renewalPayableUntil(tx, open);
    // Somebody is on the partner's page to pay just this.
    if (until !== null && until > deps.clock.now()) return { kind: 'wait' };
    return { kind: 'in-the-way', payment: open };
  }
  if (open !== null) {
    await holdOrder(tx, order);
    return { kind: 'pay', job, payment: open };
  }
  // A mailbox that is being created is counted: later ones find that the period is over.
  if (subscriptionOf(billed).scheduled !== null) await lockBundle(tx, order);
  const next = await costOf(tx, due);
  // A plan that can't be renewed ends.
  if (next === null) return stop(tx, deps, due);
  const amountMinor = next.sum.toPayMinor;
  const payer = await payerOf(tx, deps, { partnerId, customerId: order.customerId, amountMinor, at });
  if (payer === null && (await takerOf(tx, partnerId)) === 'partner-page')
    return askAtPartner(tx, deps, due, { amountMinor });
  if (payer === null) {
    await noteFailedRenewal(tx, billed, { code: 'no_card' });
    await mailCustomer(tx, deps, billed, { kind: 'payment-failed', at, amountMinor });
    return { kind: 'done', job: 'payment-failed' };
  }
  const wish = { orderItems: [{ orderType: order.product, action: 'renew' as const }], monthExtension: 0 };
  const charge = { kind: 'renewal' as const, payer, wish, next, at };
  return { kind: 'pay', job, payment: await prepareCharge(tx, deps, billed, charge), isNew: true };
}

/**
 * A payment on the partner's page needs the customer, who is asked to pay there: at the end of the period and as often
 * as a card would be tried again. Rule L-03.
 */
async function askAtPartner(
  tx: Queryable,
  deps: BillingDeps,
  { billed, at }: Due,
  { amountMinor }: { amountMinor: number },
): Promise<DueStep> {
  const { order, billing } = billed;
  const asked = { failures: billing.failures + 1, isHardDecline: false, declineCode: null };
  await writeLife(tx, billed, asked);
  // On the day of the stop there is no time left to ask.
  if (dueWorkOf(order, { ...billing, ...asked })?.at === at.getTime()) return { kind: 'done', job: 'payment-due' };
  const { customerId, bundleId, orderId, currency } = order;
  await writeAudit(tx, deps.clock, {
    ...{ customerId, bundleId, actor: 'system', action: 'subscription.payment-due', target: orderId },
    attrs: { amountMinor, currency, failures: asked.failures },
  });
  await mailCustomer(tx, deps, billed, { kind: 'payment-failed', at, amountMinor, taker: 'partner-page' });
  return { kind: 'done', job: 'payment-due' };
}

/** The service stops: mail still arrives, but nobody can sign in or send. Its data is deleted 30 days later. */
async function stop(tx: Queryable, deps: BillingDeps, { billed, at: dueAt, lateMillis }: Step): Promise<DueStep> {
  const { order } = billed;
  const at = new Date(dueAt.getTime() + lateMillis);
  await writeLife(tx, billed, { stoppedAt: at, deletionWarnings: 0, lateMillis: 0 }, { status: 'suspended' });
  if (order.product === 'MailSuite') await stopService(tx, deps, order, at);
  const { customerId, bundleId, orderId } = order;
  await writeAudit(tx, deps.clock, {
    ...{ customerId, bundleId, actor: 'system', action: 'subscription.stopped', target: orderId },
    attrs: { failures: billed.billing.failures, declineCode: billed.billing.declineCode },
  });
  await mailCustomer(tx, deps, billed, { kind: 'suspended', at });
  return { kind: 'done', job: 'stop' };
}
