import type { OrderItem } from '@postern/contract/billing';
import type { Change, Settlement } from '@postern/domain/billing';
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
import type { Difference } from './find-differences.ts';

/** What a change costs, as it was shown. It is never changed, holds for one version of the order, and is paid once. */
export const quote = pgTable(
  'quote',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    quoteId: uuid('quote_id').notNull(),
    orderId: uuid('order_id').notNull(),
    orderVersion: integer('order_version').notNull(),
    items: jsonb('items').$type<OrderItem[]>().notNull(),
    monthExtension: integer('month_extension').notNull(),
    change: jsonb('change').$type<Change>().notNull(),
    sum: jsonb('sum').$type<Settlement>().notNull(),
    creditMinor: bigint('credit_minor', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** Whose taxes these are: another country or tax id may owe another tax. Quotes of the former release have none. */
    taxedFor: text('taxed_for'),
    validUntil: instant('valid_until').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.quoteId] }),
    index('quote_order').on(table.customerId, table.bundleId, table.orderId),
    index('quote_validity').on(table.validUntil),
  ],
);

/** The payment of a quote. It moves through its states under a row lock. */
export const billingPayment = pgTable(
  'billing_payment',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    paymentId: uuid('payment_id').notNull(),
    orderId: uuid('order_id').notNull(),
    quoteId: uuid('quote_id').notNull(),
    kind: text('kind').$type<'change' | 'renewal' | 'add-on'>().notNull(),
    /** The caller's id of its attempt: the same one gets the same payment. */
    clientTrackingId: text('client_tracking_id'),
    /** `open`: its outcome isn't known yet. `given-up`: it can no longer be paid. */
    state: text('state').$type<'open' | 'paid' | 'failed' | 'given-up' | 'refunding' | 'refunded'>().notNull(),
    gateway: text('gateway').$type<'stripe' | 'sandbox' | 'partner' | 'partner-page' | 'none'>().notNull(),
    /** Names this charge at the gateway, which therefore makes it once. */
    chargeKey: text('charge_key').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    intentId: text('intent_id'),
    sealedClientSecret: text('sealed_client_secret'),
    /** The saved card that pays while its owner is away. */
    paymentMethodId: text('payment_method_id'),
    /** Whether a card that is typed in is saved for renewals, of all the customer's domains: not that of one domain's admin among several. */
    savesCard: boolean('saves_card').notNull().default(true),
    /** It is typed in by the admin of the customer's only domain: it isn't saved if there is another domain by the time it has paid. */
    isCardOfAdmin: boolean('is_card_of_admin').notNull().default(false),
    /** Whether the gateway said last that a bank is working on it, for hours or days. Only of a card that is typed in. */
    isAtBank: boolean('at_bank').notNull().default(false),
    failure: jsonb('failure').$type<{ code: string; reason?: string }>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.paymentId] }),
    uniqueIndex('billing_payment_quote').on(table.customerId, table.bundleId, table.quoteId),
    uniqueIndex('billing_payment_client').on(table.customerId, table.bundleId, table.clientTrackingId),
    uniqueIndex('billing_payment_one_open')
      .on(table.customerId, table.bundleId, table.orderId)
      .where(sql`state = 'open'`),
    index('billing_payment_intent').on(table.intentId),
    index('billing_payment_unsettled').on(table.updatedAt).where(sql`state in ('open', 'refunding')`),
  ],
);

/**
 * A refund that its payer never got, so that the money is owed. It is settled once: by another refund, as credit, or by the operator's own
 * hand. Changes need its row lock, taken after the order's.
 */
export const failedRefund = pgTable(
  'failed_refund',
  {
    customerId: customerId(),
    refundId: text('refund_id').notNull(),
    bundleId: uuid('bundle_id'),
    orderId: uuid('order_id'),
    partnerId: integer('partner_id').notNull(),
    gateway: text('gateway').$type<'stripe' | 'sandbox'>().notNull(),
    intentId: text('intent_id').notNull(),
    /** The journal of the refund. */
    journalKey: text('journal_key').notNull(),
    /** The credit note that it was to pay; null for money that was never invoiced. */
    creditNote: text('credit_note'),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** Why it failed, in the gateway's words. */
    failure: text('failure'),
    failedAt: instant('failed_at').notNull(),
    /** How it is given back after all. Set before the gateway is asked, so that nobody gives it back another way meanwhile. */
    settledTo: text('settled_to').$type<'card' | 'credit' | 'elsewhere'>(),
    settledAt: instant('settled_at'),
    /** The gateway's id of the other refund. */
    settledBy: text('settled_by'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.refundId] }),
    uniqueIndex('failed_refund_once').on(table.refundId),
    index('failed_refund_open').on(table.failedAt).where(sql`settled_at is null`),
    index('failed_refund_note').on(table.creditNote),
  ],
);

/** A night's comparison of books, payments, invoices and gateway: one row for each last day that was compared. */
export const reconcileRun = pgTable('reconcile_run', {
  /** The last day of the span. */
  until: date('until', { mode: 'string' }).primaryKey(),
  from: date('from', { mode: 'string' }).notNull(),
  /** When a process last started it. Another process starts over if this one never finishes. */
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  /** Null until it is finished. */
  differences: jsonb('differences').$type<Difference[]>(),
});

/** How far a night's comparison with the gateway is, while it runs. */
export const reconcileProgress = pgTable('reconcile_progress', {
  until: date('until', { mode: 'string' }).primaryKey(),
  /** The first day that isn't compared yet, as its first instant. */
  reached: instant('reached').notNull(),
  found: jsonb('found').$type<readonly Difference[]>().notNull(),
});

/** A payment that a partner takes on its page: whose it is, and the settlement that answered it. */
export const partnerPayment = pgTable(
  'partner_payment',
  {
    /** The tracking id that the partner's settlement names. */
    paymentId: uuid('payment_id').primaryKey(),
    partnerId: integer('partner_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    bundleId: uuid('bundle_id').notNull(),
    /** The id of the settlement that reported the payment; it counts once. */
    settlementId: text('settlement_id'),
    /** The partner's own number of the payment. */
    reference: text('reference'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('partner_payment_customer').on(table.customerId)],
);
