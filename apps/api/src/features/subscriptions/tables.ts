import type { BillingCycle, ProductType } from '@postern/domain/plans';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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

/** An add-on of an order, attached to one mailbox. */
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
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.addOnId] }),
    index('order_add_on_mailbox').on(table.customerId, table.bundleId, table.mailboxId),
  ],
);
