import type { BillingAddress, CustomerTaxDetails } from '@postern/contract/purchase';
import type { BillingCycle } from '@postern/domain/plans';
import type { SpamLevel } from '@postern/domain/spam-filter';
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
import { sql } from 'drizzle-orm';
import { bundleId, customerId, instant } from './columns.ts';
import type { ProductType } from './plans.ts';

/** A buyer: the customer login (its email may repeat across customers) and the address on the bill. */
export const customer = pgTable(
  'customer',
  {
    customerId: uuid('customer_id').primaryKey(),
    partnerId: integer('partner_id').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    companyName: text('company_name'),
    passwordHash: text('password_hash'),
    billingAddress: jsonb('billing_address').$type<BillingAddress>().notNull(),
    taxDetails: jsonb('tax_details').$type<CustomerTaxDetails>(),
    locale: text('locale').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('customer_email').on(table.email)],
);

export const bundle = pgTable(
  'bundle',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    partnerId: integer('partner_id').notNull(),
    domainName: text('domain_name').notNull(),
    locale: text('locale').notNull(),
    flags: jsonb('flags').$type<string[]>().notNull(),
    /** Kept in the same transaction as every change of a mailbox, so that a list needs no count. */
    mailboxCount: integer('mailbox_count').notNull(),
    catchAllMailboxId: uuid('catch_all_mailbox_id'),
    /** How the mail server treats what looks like spam, from the next message on. */
    spamLevel: text('spam_level').$type<SpamLevel>().notNull().default('strict'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId] }), index('bundle_id').on(table.bundleId)],
);

/** A card that the gateway keeps for a customer: its id there, and what of it may be shown. */
export const savedCard = pgTable(
  'saved_card',
  {
    customerId: customerId(),
    paymentMethodId: text('payment_method_id').notNull(),
    gateway: text('gateway').$type<'stripe' | 'sandbox'>().notNull(),
    brand: text('brand').notNull(),
    lastFourDigits: text('last_four_digits').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    funding: text('funding').notNull(),
    walletType: text('wallet_type'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.paymentMethodId] })],
);

/** What a bundle has of one product. `planOrder` because ORDER is a word of SQL. */
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
    /** Of one account for one whole cycle, after the first. */
    priceMinor: bigint('price_minor', { mode: 'number' }).notNull(),
    /** Another cycle to renew by, and its price as it was shown when it was chosen; both null: renews as it is. */
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
