import type { CurrentPlan, OrderDetails, OwnedAddOn } from '@postern/contract/subscriptions';
import { type PieceStatus, addOnStatus } from '@postern/domain/add-ons';
import {
  type AddOnTerms,
  isInForce,
  needsConfirmation,
  refuseRenewalDate,
  type ScheduledRefusal,
  subscriptionStatus,
} from '@postern/domain/billing';
import { daysBetween, plainDateOf } from '@postern/domain/dates';
import { multiply, toAmountNumber } from '@postern/domain/money';
import { accountLimitOf, isProductActive, planKind, remainingDays } from '@postern/domain/plans';
import type { AddOnPiece } from './add-on-pieces.ts';
import { dueWorkOf } from './due-at-of.ts';
import type { BilledOrder } from './order-billing-repository.ts';
import type { OrderRow } from './order-repository.ts';
import { subscriptionOf } from './subscription-of.ts';

const statusOf = ({ suspended }: AddOnPiece): PieceStatus => (suspended ? 'suspended' : 'active');

/** An add-on of the order, with the mailboxes that have its pieces. */
export function toOwnedAddOn(
  { addOnId, type, quantity, priceMinor, renews, trialUntil }: AddOnTerms,
  pieces: readonly AddOnPiece[],
  { isStopped }: { isStopped: boolean },
): OwnedAddOn {
  const own = pieces.filter(({ termsId }) => termsId === addOnId);
  return {
    id: addOnId,
    type,
    quantity,
    status: isStopped ? 'suspended' : addOnStatus(own.map(statusOf)),
    attachedTo: own[0]?.address ?? null,
    attachments: own.map((piece) => ({ email: piece.address, status: statusOf(piece) })),
    renewOnExpiry: renews,
    trialUntil,
    amountToBePaidOnRenewal: renews ? toAmountNumber(multiply(priceMinor, quantity)) : 0,
  };
}

/** The number of mailboxes an order allows: what was bought, but never more than the plan's limit. */
export function placesOf(order: Pick<OrderRow, 'accountsPurchased' | 'plan'>): number {
  return Math.min(order.accountsPurchased, accountLimitOf(order.plan));
}

/** An order, and what its next renewal would cost with tax and after credit, in minor units. */
export type PricedOrder = BilledOrder & { renewalMinor: number; scheduledRefusal: ScheduledRefusal | null };

function toOrderDetails(
  { order, billing, renewalMinor }: PricedOrder,
  active: number,
  pieces: AddOnPiece[],
  now: Date,
): OrderDetails {
  const { plan } = order;
  return {
    orderId: order.orderId,
    product: order.product,
    planId: plan.planId,
    planDetails: {
      id: plan.planId,
      type: plan.type,
      displayName: plan.displayName,
      displayNames: plan.displayNames,
      isTrial: plan.isTrial,
      isPaid: planKind(plan) === 'paid',
      paidPlanId: plan.paidPlanId,
      features: plan.features,
    },
    status: order.status,
    flags: order.flags,
    isProductSuspended: order.status === 'suspended',
    noOfAccounts: { limit: placesOf(order), purchased: order.accountsPurchased, active },
    amountToBePaidOnRenewal: toAmountNumber(renewalMinor),
    discount: toDiscount(billing.discount, now),
    expiry: order.expiresAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    isMonthOffered: planKind(plan) === 'trial' && billing.hasMonthOffer,
    addons: pieces.map((piece) => ({ id: piece.pieceId, type: piece.type, status: statusOf(piece) })),
  };
}

/** The order's discount while it counts. Percent and amounts are in hundredths in the same way. */
function toDiscount(discount: BilledOrder['billing']['discount'], now: Date): OrderDetails['discount'] {
  if (discount === null || !isInForce(discount, plainDateOf(now.getTime()))) return null;
  const { code: displayCode, type, value, expiresOn: expiryDate } = discount;
  return { displayCode, type, value: toAmountNumber(value), expiryDate };
}

/** The bundle's current plan, from its orders. Null if it has none. */
export function toCurrentPlan(
  orders: PricedOrder[],
  mailboxCount: number,
  pieces: AddOnPiece[],
  now: Date,
): CurrentPlan | null {
  const mail = orders.find(({ order }) => order.product === 'MailSuite');
  const first = mail ?? orders[0];
  if (first === undefined) return null;
  const main = first.order;
  const details = (product: OrderRow['product'], active: number, own: AddOnPiece[]) => {
    const found = orders.find(({ order }) => order.product === product);
    return found === undefined ? null : toOrderDetails(found, active, own, now);
  };
  const due = orders.reduce((sum, { renewalMinor }) => sum + renewalMinor, 0);
  const domain = orders.find(({ order }) => order.product === 'NeoDomain')?.order;
  return {
    currency: main.currency as CurrentPlan['currency'],
    billingCycle: main.billingCycle,
    renewalBillingCycle: main.renewalBillingCycle ?? main.billingCycle,
    expiresOn: main.expiresAt?.toISOString() ?? null,
    trialUntil: main.trialUntil?.toISOString() ?? null,
    autoRenew: main.autoRenew,
    amountToBePaidOnRenewal: toAmountNumber(due),
    remainingDays: remainingDays(main.expiresAt?.getTime() ?? null, now.getTime()),
    calendarDaysLeft:
      main.expiresAt === null ? null : daysBetween(plainDateOf(now.getTime()), plainDateOf(main.expiresAt.getTime())),
    isDomainPaid:
      domain !== undefined &&
      isProductActive({
        planId: domain.planId,
        isCancelled: domain.status === 'cancelled',
        isSuspended: domain.status === 'suspended',
      }) &&
      domain.priceMinor > 0,
    showBillingCycleSwitcher: orders.some(({ order }) => planKind(order.plan) === 'paid'),
    mailSuiteDetails: details('MailSuite', mailboxCount, pieces),
    siteDetails: details('Site', 0, []),
    domainDetails: details('NeoDomain', 0, []),
    ...toTerms(first, pieces, now),
  };
}

const MILLIS_A_DAY = 86_400_000;
/** Days from the stop of the service to the end of its data. Spec 2 §9. */
const DELETION_DAYS = 30;

/** What decides the next charge, and where the order is in its life. */
function toTerms(billed: PricedOrder, pieces: AddOnPiece[], now: Date): Partial<CurrentPlan> {
  const { order, billing } = billed;
  const subscription = subscriptionOf(billed);
  const { period, kind, scheduled, addOns } = subscription;
  const left = remainingDays(order.expiresAt?.getTime() ?? null, now.getTime());
  const isStopped = billing.stoppedAt !== null;
  const retry = billing.failures > 0 && !isStopped ? dueWorkOf(order, billing) : null;
  return {
    firstBillingCycleUntil: subscription.firstCycleUntil,
    currentPeriod: period,
    billingAnchorDay: subscription.anchorDay,
    timeZone: 'UTC',
    creditBalance: toAmountNumber(billing.creditMinor),
    paymentState: billing.failures > 0 ? 'retrying' : 'ok',
    needsConfirmation: billing.failures > 0 && needsConfirmation(billing.declineCode),
    nextRetryAt: retry?.kind === 'retry' ? new Date(retry.at).toISOString() : null,
    scheduledChange:
      scheduled === null
        ? null
        : {
            planId: scheduled.planId,
            billingCycle: scheduled.billingCycle,
            noOfAccounts: scheduled.noOfAccounts,
            effectiveOn: period?.to ?? null,
            ...(billed.scheduledRefusal && { refusal: billed.scheduledRefusal }),
          },
    subscriptionStatus: subscriptionStatus({
      kind,
      isStopped,
      isCancelled: subscription.isCancelled,
      failures: billing.failures,
      remainingDays: left,
    }),
    dataDeletedOn:
      billing.stoppedAt === null ? null : plainDateOf(billing.stoppedAt.getTime() + DELETION_DAYS * MILLIS_A_DAY),
    canChangeRenewalDate: refuseRenewalDate(subscription, { remainingDays: left }) === null,
    addons: addOns.map((one) => toOwnedAddOn(one, pieces, { isStopped })),
  };
}
