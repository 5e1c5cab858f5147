import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { multiply, toAmountNumber } from '@postern/domain/money';
import { accountLimitOf, isProductActive, planKind, remainingDays } from '@postern/domain/plans';
import type { OrderRow } from './order-repository.ts';

type AddOnRow = { addOnId: string; type: string; status: 'active' | 'suspended' };

/** The number of mailboxes an order allows: what was bought, but never more than the plan's limit. */
export function placesOf(order: Pick<OrderRow, 'accountsPurchased' | 'plan'>): number {
  return Math.min(order.accountsPurchased, accountLimitOf(order.plan));
}

const renewalMinor = (order: OrderRow): number =>
  multiply(order.renewalPriceMinor ?? order.priceMinor, order.accountsPurchased);

function toOrderDetails(order: OrderRow, active: number, addOns: AddOnRow[]): OrderDetails {
  const { plan } = order;
  return {
    orderId: order.orderId,
    product: order.product,
    planId: plan.planId,
    planDetails: {
      id: plan.planId,
      type: plan.type,
      displayName: plan.displayName,
      isTrial: plan.isTrial,
      isPaid: planKind(plan) === 'paid',
      paidPlanId: plan.paidPlanId,
      features: plan.features,
    },
    status: order.status,
    flags: order.flags,
    isProductSuspended: order.status === 'suspended',
    noOfAccounts: { limit: placesOf(order), purchased: order.accountsPurchased, active },
    amountToBePaidOnRenewal: toAmountNumber(renewalMinor(order)),
    expiry: order.expiresAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    addons: addOns.map(({ addOnId, type, status }) => ({ id: addOnId, type, status })),
  };
}

/** The bundle's current plan, from its orders. Null if it has none. */
export function toCurrentPlan(
  orders: OrderRow[],
  mailboxCount: number,
  addOns: AddOnRow[],
  now: Date,
): CurrentPlan | null {
  const mail = orders.find((order) => order.product === 'MailSuite');
  const main = mail ?? orders[0];
  if (main === undefined) return null;
  const details = (product: OrderRow['product'], active: number, own: AddOnRow[]) => {
    const order = orders.find((candidate) => candidate.product === product);
    return order === undefined ? null : toOrderDetails(order, active, own);
  };
  const due = orders.reduce((sum, order) => sum + renewalMinor(order), 0);
  const domain = orders.find((order) => order.product === 'NeoDomain');
  return {
    currency: main.currency as CurrentPlan['currency'],
    billingCycle: main.billingCycle,
    renewalBillingCycle: main.renewalBillingCycle ?? main.billingCycle,
    expiresOn: main.expiresAt?.toISOString() ?? null,
    trialUntil: main.trialUntil?.toISOString() ?? null,
    autoRenew: main.autoRenew,
    amountToBePaidOnRenewal: toAmountNumber(due),
    remainingDays: remainingDays(main.expiresAt?.getTime() ?? null, now.getTime()),
    isDomainPaid:
      domain !== undefined &&
      isProductActive({
        planId: domain.planId,
        isCancelled: domain.status === 'cancelled',
        isSuspended: domain.status === 'suspended',
      }) &&
      domain.priceMinor > 0,
    showBillingCycleSwitcher: orders.some((order) => planKind(order.plan) === 'paid'),
    mailSuiteDetails: details('MailSuite', mailboxCount, addOns),
    siteDetails: details('Site', 0, []),
    domainDetails: details('NeoDomain', 0, []),
  };
}
