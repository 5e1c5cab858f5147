import {
  addOnPrice,
  type BuyerTaxes,
  type Change,
  renew,
  type ScheduledRefusal,
  type Settlement,
  settle,
  taxesOf,
  whyNotScheduled,
} from '@postern/domain/billing';
import type { PlainDate } from '@postern/domain/dates';
import type { Currency } from '@postern/domain/money';
import { accountLimitOf, accountPrice, type BillingCycle, cyclesToOffer, pickCycle } from '@postern/domain/plans';
import { buyerForTaxes } from '@postern/domain/purchase';
import { eq, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import type { Queryable } from '../../db/client.ts';
import { customer } from '../bundles/tables.ts';
import { findAddOns, findPlan, listPrices, listTaxLines } from '../plans/public.ts';
import type { BilledOrder } from './order-billing-repository.ts';
import { readMailboxCount } from './order-repository.ts';
import { readReverseCharge, vatBuyerOf } from '../vat-numbers/public.ts';
import { readRoomInPlans } from './stored-mail.ts';
import { subscriptionOf } from './subscription-of.ts';
import { readUsableCredit } from './usable-credit.ts';

/** A customer's taxes, and what of the customer they were read for. */
export type CustomerTaxes = BuyerTaxes & { taxedFor: string };

/**
 * The taxes of a customer: the table of the partner, the country of the billing address, and whether a VAT number that was valid at that
 * instant makes the customer owe them.
 */
export async function readCustomerTaxes(
  tx: Queryable,
  { customerId, partnerId, at }: { customerId: string; partnerId: number; at: Date },
): Promise<CustomerTaxes> {
  const [[row], table] = await Promise.all([selectBuyer(tx, { customerId }), listTaxLines(tx, partnerId)]);
  const taxedFor = buyerForTaxes(row ?? { billingAddress: null, taxDetails: null });
  if (row === undefined) return { table, country: '', taxedFor };
  const check = await readReverseCharge(tx, { customerId, partnerId, buyer: vatBuyerOf(row), at });
  return { table, country: row.billingAddress.country, isReverseCharge: check !== null, taxedFor };
}

const BUYER = { billingAddress: customer.billingAddress, taxDetails: customer.taxDetails };
const selectBuyer = builtOnce((db) =>
  db
    .select(BUYER)
    .from(customer)
    .where(eq(customer.customerId, sql.placeholder('customerId'))),
);

/** The buyer whose taxes apply, locked until the transaction ends. Take this lock before an order's. */
export async function lockBuyerForTaxes(tx: Queryable, customerId: string): Promise<string> {
  const [row] = await tx.select(BUYER).from(customer).where(eq(customer.customerId, customerId)).for('share');
  return buyerForTaxes(row ?? { billingAddress: null, taxDetails: null });
}

/**
 * What the next renewal does and costs, with the taxes of its day. `restartOn` is set where the service has stopped. Null for what doesn't
 * renew, such as the free plan.
 */
export async function renewalOf(
  tx: Queryable,
  billed: BilledOrder,
  taxes: BuyerTaxes,
  { restartOn, activeAccounts }: { restartOn: PlainDate | null; activeAccounts: number },
): Promise<{ change: Change; sum: Settlement; scheduledRefusal: ScheduledRefusal | null } | null> {
  const subscription = subscriptionOf(billed);
  const { period } = subscription;
  if (period === null) return null;
  const scheduledRefusal = await readScheduledRefusal(tx, billed, activeAccounts);
  const change = renew(subscription, {
    activeAccounts,
    scheduledRefusal,
    addOnPriceOf: await readAddOnPrices(tx, billed.order.currency, subscription.addOns),
    taxes: taxesOf(taxes, restartOn ?? period.to),
    restartOn,
    trialBecomes: subscription.kind === 'trial' ? await paidPlanOf(tx, billed) : null,
  });
  if (change === null) return null;
  const sum = settle(change.lines, billed.billing.creditMinor, await readUsableCredit(tx, billed));
  return { change, sum, scheduledRefusal };
}

/** Why the plan that was chosen for the renewal can't be had any more; null: it can, or none was chosen. */
export async function readScheduledRefusal(
  tx: Queryable,
  billed: BilledOrder,
  activeAccounts?: number,
): Promise<ScheduledRefusal | null> {
  const subscription = subscriptionOf(billed);
  const { scheduled, planId } = subscription;
  if (scheduled === null || scheduled.planId === planId) return null;
  const plan = await findPlan(tx, scheduled.planId);
  if (plan === null) return null;
  return whyNotScheduled(subscription, {
    activeAccounts: activeAccounts ?? (await readMailboxCount(tx, billed.order)) ?? 0,
    accountLimit: accountLimitOf(plan),
    storedMailFits: (await readRoomInPlans(tx, billed.order))(plan),
  });
}

/** The catalogue's prices of add-ons, including those that are no longer sold. */
export async function readAddOnPrices(
  tx: Queryable,
  currency: string,
  addOns: readonly { type: string }[],
): Promise<(addOn: { type: string }, cycle: BillingCycle) => number | null> {
  const types = [...new Set(addOns.map(({ type }) => type))];
  const known = types.length === 0 ? [] : await findAddOns(tx, types);
  return ({ type }, cycle) => {
    const found = known.find((one) => one.type === type);
    return found === undefined ? null : addOnPrice(found.prices, currency as Currency, cycle);
  };
}

/** The plan that a trial becomes, with the cycle that was chosen and the price that was shown for it. */
export async function paidPlanOf(tx: Queryable, { order, billing: { afterTrial } }: BilledOrder) {
  if (afterTrial !== null) return { billingCycle: order.billingCycle, ...afterTrial };
  const row = order.plan.paidPlanId === null ? null : await findPlan(tx, order.plan.paidPlanId);
  if (row === null) return null;
  const plan = { ...row, prices: await listPrices(tx, [row.planId]) };
  const currency = order.currency as Currency;
  const billingCycle = pickCycle(cyclesToOffer(plan, currency), order.billingCycle);
  const price = accountPrice(plan, currency, billingCycle);
  return price === null ? null : { planId: plan.planId, billingCycle, ...price };
}
