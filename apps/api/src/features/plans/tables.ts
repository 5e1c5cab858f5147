import type { BillingCycle, DiscountCode, PlanFeature, PlanPrice, ProductType } from '@postern/domain/plans';
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

export const plan = pgTable('plan', {
  planId: integer('plan_id').primaryKey(),
  product: text('product').$type<ProductType>().notNull(),
  type: text('type').notNull(),
  displayName: text('display_name').notNull(),
  /** Translations by locale or language. */
  displayNames: jsonb('display_names').$type<Readonly<Record<string, string>>>().notNull().default({}),
  zIndex: integer('z_index').notNull(),
  isTrial: boolean('is_trial').notNull(),
  isFree: boolean('is_free').notNull(),
  paidPlanId: integer('paid_plan_id'),
  defaultTrialDays: integer('default_trial_days'),
  needsCard: boolean('needs_card').notNull(),
  features: jsonb('features').$type<PlanFeature[]>().notNull(),
  /** Shared storage in MB, from the features, for the mail servers; null if each mailbox has its own. */
  sharedQuotaMb: integer('shared_quota_mb'),
  /** Null: every partner sells it. */
  partnerIds: jsonb('partner_ids').$type<number[]>(),
  retiredAt: instant('retired_at'),
});

/** Price of one account for the whole cycle, set by currency and never converted. */
export const planPrice = pgTable(
  'plan_price',
  {
    planId: integer('plan_id')
      .notNull()
      .references(() => plan.planId, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    cycle: text('cycle').$type<BillingCycle>().notNull(),
    priceMinor: bigint('price_minor', { mode: 'number' }).notNull(),
    firstCyclePriceMinor: bigint('first_cycle_price_minor', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.currency, table.cycle] })],
);

export const addOn = pgTable('add_on', {
  type: text('type').primaryKey(),
  displayName: text('display_name').notNull(),
  /** Translations by locale or language. */
  displayNames: jsonb('display_names').$type<Readonly<Record<string, string>>>().notNull().default({}),
  zIndex: integer('z_index').notNull(),
  features: jsonb('features').$type<PlanFeature[]>().notNull(),
  prices: jsonb('prices').$type<PlanPrice[]>().notNull(),
  /** How many a domain may have at most. */
  maximum: integer('maximum'),
  partnerIds: jsonb('partner_ids').$type<number[]>(),
  trialDays: integer('trial_days'),
  retiredAt: instant('retired_at'),
});

/** The discount codes of the catalogue. An order keeps its own copy of what its code said. */
export const discount = pgTable('discount', {
  discountId: text('discount_id').primaryKey(),
  displayCode: text('display_code').notNull(),
  /** The last day on which a charge is cheaper; null: none. */
  expiresOn: date('expires_on', { mode: 'string' }),
  terms: jsonb('terms').$type<DiscountCode['terms']>().notNull(),
  /** Null: for the customers of every partner. */
  partnerIds: jsonb('partner_ids').$type<readonly number[]>(),
  /** Set once the plan file has it no more: nobody can enter it, and orders that have it keep it. */
  retiredAt: instant('retired_at'),
});

/** The operator's tax rates by country and start day, for one partner's customers or (null) for all. */
export const taxRate = pgTable(
  'tax_rate',
  {
    taxRateId: uuid('tax_rate_id').primaryKey(),
    partnerId: integer('partner_id'),
    country: text('country').notNull(),
    name: text('name').notNull(),
    rateBasisPoints: integer('rate_basis_points').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
  },
  (table) => [
    unique('tax_rate_once').on(table.partnerId, table.country, table.name, table.fromDate).nullsNotDistinct(),
  ],
);
