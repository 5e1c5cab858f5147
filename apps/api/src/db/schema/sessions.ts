import type { Role } from '@postern/domain/sign-in';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A signed-in person. Only the hash of the token is kept; deleting the row ends the session on the next call. */
export const session = pgTable(
  'session',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: uuid('customer_id').notNull(),
    bundleId: uuid('bundle_id').notNull(),
    partnerId: integer('partner_id').notNull(),
    /** Null for a customer login. */
    mailboxId: uuid('mailbox_id'),
    role: text('role').$type<Role>().notNull(),
    email: text('email').notNull(),
    source: text('source').$type<'credentials' | 'purchase' | 'token'>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('session_customer').on(table.customerId),
    index('session_mailbox').on(table.mailboxId),
    index('session_expiry').on(table.expiresAt),
  ],
);

/** A mailed link: one use, hashed. */
export const loginToken = pgTable(
  'login_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose').$type<'set-password' | 'reset-password' | 'login'>().notNull(),
    customerId: uuid('customer_id').notNull(),
    mailboxId: uuid('mailbox_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('login_token_customer').on(table.customerId), index('login_token_expiry').on(table.expiresAt)],
);

/** Counts failures in a window, over all processes. */
export const rateLimit = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: instant('resets_at').notNull(),
});
