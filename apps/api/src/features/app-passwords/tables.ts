import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** Passwords of a mailbox for mail programs, one for each; the panel takes none of them (ADR 52). */
export const appPassword = pgTable(
  'app_password',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    appPasswordId: uuid('app_password_id').notNull(),
    name: text('name').notNull(),
    /** SHA-256 in hexadecimal digits, as Dovecot reads it. The password is 100 random bits, so nobody guesses it from here. */
    secretHash: text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.mailboxId, table.appPasswordId] }),
    // Dovecot finds the password that is meant by the beginning of its hash, so no two of a mailbox begin alike.
    uniqueIndex('app_password_mark').on(
      table.customerId,
      table.bundleId,
      table.mailboxId,
      sql`left(${table.secretHash}, 4)`,
    ),
  ],
);
