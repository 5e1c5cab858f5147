import type { Subscription } from '@postern/domain/billing';
import { type PlainDate, startOfDayMillis } from '@postern/domain/dates';
import { and, eq } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { dueAtOf } from './due-at-of.ts';
import type { BilledOrder } from './order-billing-repository.ts';
import { type BillingRow, changeOrder, type OrderRow } from './order-repository.ts';
import { orderBilling } from './tables.ts';

const MILLIS_A_DAY = 86_400_000;

type More = {
  billing?: Partial<BillingRow>;
  order?: Partial<Pick<OrderRow, 'status' | 'flags'>>;
};

/**
 * Writes the order as the rules changed it, under its lock. Quotes of the former version can no longer be paid, and what is due next is
 * computed again. `at` is the instant of the change.
 */
export async function writeSubscription(
  tx: Queryable,
  { order, billing }: BilledOrder,
  after: Subscription,
  at: Date,
  more: More = {},
): Promise<void> {
  const { scheduled, period } = after;
  const isNewCycle = scheduled !== null && scheduled.billingCycle !== after.billingCycle;
  const changed = {
    planId: after.planId,
    billingCycle: after.billingCycle,
    priceMinor: after.priceMinor,
    accountsPurchased: after.noOfAccounts,
    autoRenew: after.autoRenew,
    expiresAt: period === null ? null : onDay(period.to, order.expiresAt ?? at),
    trialUntil: after.kind === 'trial' ? order.trialUntil : null,
    renewalBillingCycle: isNewCycle ? scheduled.billingCycle : null,
    renewalPriceMinor: isNewCycle ? scheduled.priceMinor : null,
    ...more.order,
  };
  const terms: Omit<BillingRow, 'dueAt'> = {
    ...billing,
    version: billing.version + 1,
    periodFrom: period?.from ?? null,
    periodTo: period?.to ?? null,
    anchorDay: after.anchorDay,
    firstPriceMinor: after.firstPriceMinor,
    discount: after.discount === undefined ? billing.discount : after.discount,
    firstCycleUntil: after.firstCycleUntil,
    paid: [...after.paid],
    addOns: [...after.addOns],
    // Quotes made by the previous release lack this field.
    triedAddOns: [...(after.triedAddOns ?? billing.triedAddOns)],
    scheduled,
    cancelledAt: after.isCancelled ? (billing.cancelledAt ?? at) : null,
    cancelReason: after.isCancelled ? billing.cancelReason : null,
    renewalDateMoved: after.renewalDateMoved,
    ...more.billing,
  };
  await Promise.all([
    changeOrder(tx, order, changed),
    tx
      .update(orderBilling)
      .set({ ...terms, dueAt: dueAtOf({ ...order, ...changed }, terms) })
      .where(and(ofBundle(orderBilling, order), eq(orderBilling.orderId, order.orderId))),
  ]);
}

/** Changes where an order is in its life, and nothing that a quote depends on. */
export async function writeLife(
  tx: Queryable,
  { order, billing }: BilledOrder,
  life: Partial<BillingRow>,
  changed: Partial<Pick<OrderRow, 'status' | 'autoRenew'>> = {},
): Promise<void> {
  if (Object.keys(changed).length > 0) await changeOrder(tx, order, changed);
  await tx
    .update(orderBilling)
    .set({ ...life, dueAt: dueAtOf({ ...order, ...changed }, { ...billing, ...life }) })
    .where(and(ofBundle(orderBilling, order), eq(orderBilling.orderId, order.orderId)));
}

/** Offers the month, or withdraws the offer. Quotes and payments that have begun stay as they are, and so does what is due next. */
export const writeMonthOffer = (tx: Queryable, { order }: BilledOrder, hasMonthOffer: boolean) =>
  tx
    .update(orderBilling)
    .set({ hasMonthOffer })
    .where(and(ofBundle(orderBilling, order), eq(orderBilling.orderId, order.orderId)));

/** A day, at the time of day at which the order was made. */
const onDay = (day: PlainDate, like: Date): Date => new Date(startOfDayMillis(day) + (like.getTime() % MILLIS_A_DAY));

/** Nothing happens to the order automatically until something else changes it. */
export const holdOrder = (tx: Queryable, order: BundleKey & { orderId: string }) =>
  tx
    .update(orderBilling)
    .set({ dueAt: null })
    .where(and(ofBundle(orderBilling, order), eq(orderBilling.orderId, order.orderId)));
