import type { BillingAddress, CustomerTaxDetails } from '@postern/contract/purchase';
import type { SpamLevel } from '@postern/domain/spam-filter';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A buyer: the customer login (its email may repeat across customers) and the address on the bill. */
export const customer = pgTable(
  'customer',
  {
    customerId: uuid('customer_id').primaryKey(),
    partnerId: integer('partner_id').notNull(),
    /** The customer's login: the email of the signed link that made the customer. A typed address is only where invoices go. */
    email: text('email').notNull(),
    /** The partner's own id of the customer, where its links name one. */
    partnerReference: text('partner_reference'),
    name: text('name').notNull(),
    companyName: text('company_name'),
    passwordHash: text('password_hash'),
    billingAddress: jsonb('billing_address').$type<BillingAddress>().notNull(),
    taxDetails: jsonb('tax_details').$type<CustomerTaxDetails>(),
    locale: text('locale').notNull(),
    /** The language that the person chose in the panel; mails are in it, too. Null: none yet. */
    chosenLocale: text('chosen_locale'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('customer_email').on(table.email),
    index('customer_partner_reference').on(table.partnerId, table.partnerReference),
  ],
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
    /** Updated in the transaction that adds or removes a mailbox, so that lists needn't count. */
    mailboxCount: integer('mailbox_count').notNull(),
    catchAllMailboxId: uuid('catch_all_mailbox_id'),
    /** How strictly the mail server treats suspected spam, from the next message on. */
    spamLevel: text('spam_level').$type<SpamLevel>().notNull().default('strict'),
    createdAt: instant('created_at').notNull(),
    /** When the release of its domain began: from then on nothing can be done with it. Null: it hasn't ended. */
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId] }), index('bundle_id').on(table.bundleId)],
);

/** Every name that must be unique across all tenants: domains, mailboxes, aliases, forwarders. Written in the change's transaction. */
export const nameRegistry = pgTable(
  'name_registry',
  {
    name: text('name').primaryKey(),
    /** `former-domain`: mail to its addresses still arrives at those of the bundle's current domain. */
    kind: text('kind').$type<'domain' | 'former-domain' | 'mailbox' | 'alias' | 'forwarder'>().notNull(),
    customerId: uuid('customer_id').notNull(),
    bundleId: uuid('bundle_id').notNull(),
    /** The mailbox, alias or forwarder; for a current or former domain, the bundle. */
    targetId: uuid('target_id').notNull(),
  },
  (table) => [index('name_registry_bundle').on(table.customerId, table.bundleId, table.kind)],
);
