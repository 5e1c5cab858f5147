import type { Role } from '@postern/domain/sign-in';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** A signed-in person's session. Only the token's hash is stored. Deleting the row ends the session on the next call. */
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
    source: text('source').$type<'credentials' | 'purchase' | 'token' | 'visit'>().notNull(),
    /** The support visit that this session belongs to; null for the customer's own sessions. */
    visitId: uuid('visit_id'),
    passwordConfirmedAt: instant('password_confirmed_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('session_customer').on(table.customerId),
    index('session_mailbox').on(table.mailboxId),
    index('session_expiry').on(table.expiresAt),
  ],
);
