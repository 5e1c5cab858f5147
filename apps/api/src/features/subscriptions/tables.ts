import type { AddOnTerms, CreditFund, OrderDiscount, PaidLine, ScheduledChange } from '@postern/domain/billing';
import type { BillingCycle, ProductType } from '@postern/domain/plans';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A bundle's order of one product. `planOrder`, because ORDER is an SQL keyword. */
export const planOrder = pgTable(
  'plan_order',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    orderId: uuid('order_id').notNull(),
    product: text('product').$type<ProductType>().notNull(),
    planId: integer('plan_id').notNull(),
    billingCycle: text('billing_cycle').$type<BillingCycle>().notNull(),
    currency: text('currency').notNull(),
    /** The price of one account for a whole cycle after the first. */
    priceMinor: bigint('price_minor', { mode: 'number' }).notNull(),
    /** The cycle chosen for the renewal, and its price as shown then. Both null: the order renews unchanged. */
    renewalBillingCycle: text('renewal_billing_cycle').$type<BillingCycle>(),
    renewalPriceMinor: bigint('renewal_price_minor', { mode: 'number' }),
    accountsPurchased: integer('accounts_purchased').notNull(),
    status: text('status').$type<'active' | 'suspended' | 'cancelled'>().notNull(),
    flags: jsonb('flags').$type<string[]>().notNull(),
    autoRenew: boolean('auto_renew').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    trialUntil: instant('trial_until'),
    purchaseId: uuid('purchase_id'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.orderId] }),
    uniqueIndex('plan_order_one_a_product')
      .on(table.customerId, table.bundleId, table.product)
      .where(sql`status <> 'cancelled'`),
    uniqueIndex('plan_order_purchase').on(table.purchaseId),
  ],
);

/** A piece of an add-on of an order, attached to one mailbox. */
export const orderAddOn = pgTable(
  'order_add_on',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    addOnId: uuid('add_on_id').notNull(),
    type: text('type').notNull(),
    mailboxId: uuid('mailbox_id').notNull(),
    status: text('status').$type<'active' | 'suspended'>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The add-on in the order's terms that this piece belongs to; null for a piece that an earlier release attached, which isn't charged. */
    termsId: text('terms_id'),
    /** The storage it adds to the mailbox, as sold when the piece was attached. */
    storageMb: integer('storage_mb').notNull().default(0),
    /** True once its mailbox is deleted. The next change that locks the order then takes the piece off the terms. */
    ended: boolean('ended').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.addOnId] }),
    index('order_add_on_mailbox').on(table.customerId, table.bundleId, table.mailboxId),
  ],
);

/**
 * What decides how an order is charged, and where it is in its life: one row for each order, written with it. A sweep adds the row where an
 * earlier release wrote the order. It is changed under the lock of the order only.
 */
export const orderBilling = pgTable(
  'order_billing',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    orderId: uuid('order_id').notNull(),
    /** Counts the changes. A quote holds for one version. */
    version: integer('version').notNull(),
    /** The days that are paid for, or those of the trial; null for a plan without an end. The second is the day of expiry. */
    periodFrom: date('period_from', { mode: 'string' }),
    periodTo: date('period_to', { mode: 'string' }),
    /** The day of the month, 1 to 31, on which it renews. */
    anchorDay: integer('anchor_day').notNull(),
    /** One account for the first cycle, and the day on which that ends; null when it is over. */
    firstPriceMinor: bigint('first_price_minor', { mode: 'number' }).notNull(),
    firstCycleUntil: date('first_cycle_until', { mode: 'string' }),
    /** What comes off each account's price, as the code said when it was entered. */
    discount: jsonb('discount').$type<OrderDiscount>(),
    /** What the paid plan costs that a trial becomes, as it was shown when the trial was bought. */
    afterTrial: jsonb('after_trial').$type<{ planId: number; priceMinor: number; firstPriceMinor: number }>(),
    /** What was charged for the present period, by line. */
    paid: jsonb('paid').$type<PaidLine[]>().notNull(),
    addOns: jsonb('add_ons').$type<AddOnTerms[]>().notNull(),
    /** The types of add-ons whose trial the order has used. Each type has one trial. */
    triedAddOns: jsonb('tried_add_ons').$type<string[]>().notNull().default([]),
    /** What takes effect at the next renewal. */
    scheduled: jsonb('scheduled').$type<ScheduledChange>(),
    /** The customer's credit in the order's currency, used before the card. */
    creditMinor: bigint('credit_minor', { mode: 'number' }).notNull(),
    /** The payments that the credit came from. A former release changes the sum alone: read them by `creditFundsOf`. */
    creditFunds: jsonb('credit_funds').$type<CreditFund[]>().notNull().default([]),
    /** A cancelled order runs to its end. */
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    renewalDateMoved: boolean('renewal_date_moved').notNull(),
    /** Whether it may have one month free when the trial becomes a paid plan. */
    hasMonthOffer: boolean('has_month_offer').notNull(),
    /** When something next happens to it automatically; null: never. */
    dueAt: instant('due_at'),
    isReminded: boolean('is_reminded').notNull(),
    /** Failed tries of the renewal, and the last decline. A hard one isn't tried again. */
    failures: integer('failures').notNull(),
    isHardDecline: boolean('is_hard_decline').notNull(),
    declineCode: text('decline_code'),
    /** When the service stopped, and how many warnings were sent since before its data is deleted. */
    stoppedAt: instant('stopped_at'),
    deletionWarnings: integer('deletion_warnings').notNull(),
    /** By how much the steps that follow are put off, because one came late. */
    lateMillis: bigint('late_millis', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.orderId] }),
    index('order_billing_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
);
