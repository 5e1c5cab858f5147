import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** A mailed link for one use, with its token's hash. */
export const loginToken = pgTable(
  'login_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose').$type<'set-password' | 'reset-password' | 'login'>().notNull(),
    customerId: uuid('customer_id').notNull(),
    mailboxId: uuid('mailbox_id'),
    /** The address of the login that it was mailed to, without which it is dead; null for a link that an admin sent or copied. */
    boundTo: text('bound_to'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('login_token_customer').on(table.customerId), index('login_token_expiry').on(table.expiresAt)],
);

/** A browser that signed in to a login before, by the hash of the mark that it holds. A mark belongs to one login. */
export const knownBrowser = pgTable(
  'known_browser',
  {
    markHash: text('mark_hash').primaryKey(),
    customerId: uuid('customer_id').notNull(),
    /** A mailbox's id, or the customer's own. */
    loginId: uuid('login_id').notNull(),
    /** Whether it has ever given the second factor. */
    gaveCode: boolean('gave_code').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    index('known_browser_login').on(table.customerId, table.loginId),
    index('known_browser_last_use').on(table.lastUsedAt),
  ],
);

/** Where a login signs in: its people raise the limit of that network address. */
export const knownPlace = pgTable(
  'known_place',
  {
    network: text('network').notNull(),
    loginId: uuid('login_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.network, table.loginId] }),
    index('known_place_login').on(table.customerId, table.loginId),
    index('known_place_last').on(table.lastAt),
  ],
);
