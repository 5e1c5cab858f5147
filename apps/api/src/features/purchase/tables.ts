import type { BillingAddress, CustomerTaxDetails, PurchaseClaims, PurchasedPlan } from '@postern/contract/purchase';
import type { OrderDiscount } from '@postern/domain/billing';
import type { AppliedTaxLine, PurchaseState } from '@postern/domain/purchase';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/**
 * The prices of the plan that a purchase renews as: for a trial, of the paid plan that it becomes. They are those before the discount that
 * was applied; most have none.
 */
export type ShownPrice = { planId: number; priceMinor: number; firstPriceMinor: number; discount?: OrderDiscount };

/** A card that the gateway has saved for a customer: its id there, and what may be shown of it. */
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
    /** When it was removed. The id stays for a while, as the gateway's news of the card may be repeated for days. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.paymentMethodId] }),
    index('saved_card_removed').on(table.removedAt).where(sql`removed_at is not null`),
  ],
);

/** One purchase per link, however often it is opened. It moves through its states under a row lock. */
export const purchase = pgTable(
  'purchase',
  {
    purchaseId: uuid('purchase_id').primaryKey(),
    partnerId: integer('partner_id').notNull(),
    linkId: text('link_id').notNull(),
    claims: jsonb('claims').$type<PurchaseClaims & { customerReference?: string | null }>().notNull(),
    state: text('state').$type<PurchaseState>().notNull(),
    customerId: uuid('customer_id').notNull(),
    billingAddress: jsonb('billing_address').$type<BillingAddress>(),
    taxDetails: jsonb('tax_details').$type<CustomerTaxDetails>(),
    plan: jsonb('plan').$type<PurchasedPlan>(),
    amountMinor: bigint('amount_minor', { mode: 'number' }),
    currency: text('currency'),
    /** The tax contained in `amountMinor`; by line for the invoice. */
    taxMinor: bigint('tax_minor', { mode: 'number' }),
    taxLines: jsonb('tax_lines').$type<AppliedTaxLine[]>(),
    /** What one account costs from the next charge on, as it was shown. Null for purchases of the previous release. */
    shownPrice: jsonb('shown_price').$type<ShownPrice>(),
    /**
     * The buyer for whom `amountMinor` was computed: with another country or tax id, another tax may be due. Purchases of the previous
     * release have none.
     */
    taxedFor: text('taxed_for'),
    gateway: text('gateway').$type<'stripe' | 'sandbox' | 'partner' | 'partner-page' | 'none'>(),
    /** Counts the intents, so that each has its own idempotency key at the gateway. */
    attempt: integer('attempt').notNull(),
    trackingId: uuid('tracking_id'),
    intentId: text('intent_id'),
    sealedClientSecret: text('sealed_client_secret'),
    /** The saved card that pays. It is charged only after the buyer asked for that, and then despite any crash. */
    savedCard: jsonb('saved_card').$type<{ paymentMethodId: string; isAsked: boolean }>(),
    /** The partner's settlement of a payment on its page: its one-time id, and the partner's own invoice number. */
    settlement: jsonb('settlement').$type<{ settlementId: string; reference: string | null }>(),
    bundleId: uuid('bundle_id'),
    orderId: uuid('order_id'),
    failure: jsonb('failure').$type<{ code: string; reason?: string }>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    linkExpiresAt: instant('link_expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('purchase_link').on(table.partnerId, table.linkId),
    index('purchase_intent').on(table.intentId),
    uniqueIndex('purchase_tracking').on(table.trackingId),
    index('purchase_unsettled')
      .on(table.updatedAt)
      .where(sql`state in ('intent_created', 'charged', 'order_written', 'provisioned', 'refunding')`),
  ],
);

/** Tokens of the people who opened the link. */
export const purchaseToken = pgTable(
  'purchase_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchase.purchaseId, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('purchase_token_purchase').on(table.purchaseId)],
);

/** The ledger: what was charged, settled by a partner, or refunded, one row per event of money. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    entryId: uuid('entry_id').primaryKey(),
    purchaseId: uuid('purchase_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    kind: text('kind').$type<'charge' | 'settlement' | 'refund'>().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    reference: text('reference').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('ledger_entry_once').on(table.kind, table.reference)],
);

/** Webhooks that were already handled. */
export const gatewayEvent = pgTable('gateway_event', {
  eventId: text('event_id').primaryKey(),
  receivedAt: instant('received_at').notNull(),
});

/** Countries whose buyers are refused, with the operator's reason. */
export const blockedCountry = pgTable('blocked_country', {
  country: text('country').primaryKey(),
  reason: text('reason').notNull(),
});

/** Partners' signed links and tokens that were used up without a purchase. */
export const spentLink = pgTable(
  'spent_link',
  {
    partnerId: integer('partner_id').notNull(),
    linkId: text('link_id').notNull(),
    spentAt: instant('spent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.linkId] })],
);
