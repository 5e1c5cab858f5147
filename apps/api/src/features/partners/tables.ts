import { type PartnerFlags, type PartnerState, type PartnerUrls, PURCHASE_LINK_HOURS } from '@postern/domain/partners';
import type { Theme } from '@postern/domain/themes';
import { boolean, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

export const partner = pgTable('partner', {
  partnerId: integer('partner_id').primaryKey(),
  companyName: text('company_name').notNull(),
  brand: text('brand').$type<'general' | 'neo'>().notNull(),
  productName: text('product_name').notNull(),
  state: text('state').$type<PartnerState>().notNull(),
  supportEmail: text('support_email').notNull(),
  themeId: text('theme_id').notNull(),
  theme: jsonb('theme').$type<Theme>().notNull(),
  logoUrl: text('logo_url'),
  logoDarkUrl: text('logo_dark_url'),
  urls: jsonb('urls').$type<PartnerUrls>().notNull(),
  flags: jsonb('flags').$type<PartnerFlags>().notNull(),
  paymentEnabled: boolean('payment_enabled').notNull(),
  /** The partner's own payment page, on an origin registered for it; a path is a page of ours (evaluation). */
  paymentUrl: text('payment_url'),
  /** Which currency a customer of a country pays in; `*` for all others. */
  countryCurrencies: jsonb('country_currencies').$type<Record<string, string>>().notNull(),
  /** How long a purchase link of the partner may live. */
  purchaseLinkHours: integer('purchase_link_hours').notNull().default(PURCHASE_LINK_HOURS.default),
  /** Whether its server may offer trials one month free: the operator's money, unless the partner bills its customers. */
  mayOfferMonths: boolean('may_offer_months').notNull().default(false),
  /** The partner's host on which its customers find the panel; null for the panel's public address. */
  panelHost: text('panel_host'),
  createdAt: instant('created_at').notNull(),
});

/** Host names under which the panel shows this partner. */
export const partnerHost = pgTable('partner_host', {
  host: text('host').primaryKey(),
  partnerId: integer('partner_id')
    .notNull()
    .references(() => partner.partnerId),
});

/** The partner's own installations, which name themselves in links instead of the partner. */
export const partnerServer = pgTable('partner_server', {
  serverId: text('server_id').primaryKey(),
  partnerId: integer('partner_id')
    .notNull()
    .references(() => partner.partnerId),
});

/** Keys that sign a partner's links. HS256 secrets are sealed; RS256 and ES256 keep the public key only. */
export const partnerKey = pgTable(
  'partner_key',
  {
    partnerId: integer('partner_id')
      .notNull()
      .references(() => partner.partnerId),
    keyId: text('key_id').notNull(),
    algorithm: text('algorithm').$type<'HS256' | 'RS256' | 'ES256'>().notNull(),
    sealedSecret: text('sealed_secret'),
    publicKeyPem: text('public_key_pem'),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.keyId] })],
);

/** Keys with which a partner's server calls the API, by their hash. */
export const partnerApiKey = pgTable(
  'partner_api_key',
  {
    keyHash: text('key_hash').primaryKey(),
    partnerId: integer('partner_id')
      .notNull()
      .references(() => partner.partnerId),
    keyId: text('key_id').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [unique('partner_api_key_id').on(table.partnerId, table.keyId)],
);

/** The file of the font that the partner's theme names, as WOFF2 in base64. */
export const partnerFont = pgTable('partner_font', {
  partnerId: integer('partner_id')
    .primaryKey()
    .references(() => partner.partnerId),
  /** Hash of the content, which is part of the file's address. */
  hash: text('hash').notNull(),
  file: text('file').notNull(),
  isVariable: boolean('is_variable').notNull(),
});

/** Origins that may frame the panel for this partner. */
export const partnerOrigin = pgTable(
  'partner_origin',
  {
    partnerId: integer('partner_id')
      .notNull()
      .references(() => partner.partnerId),
    origin: text('origin').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.origin] })],
);
