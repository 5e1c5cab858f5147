import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** A token for one use that leads between a partner's site and the panel, by its hash: into the panel, or on to the sign-up site. */
export const entryToken = pgTable(
  'entry_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<'login' | 'provision'>().notNull(),
    partnerId: integer('partner_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    bundleId: uuid('bundle_id').notNull(),
    /** Whom it is for: the customer's email, or the address of a mailbox. */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('entry_token_customer').on(table.customerId), index('entry_token_expiry').on(table.expiresAt)],
);
