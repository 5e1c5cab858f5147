import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** A mailed link for one use, with its token's hash. */
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
