import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A mailbox's passwords for email apps, one per app. They don't work in the panel (ADR 52). */
export const appPassword = pgTable(
  'app_password',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    appPasswordId: uuid('app_password_id').notNull(),
    name: text('name').notNull(),
    /** SHA-256 in hex, as Dovecot reads it. The password has 100 random bits, so the hash can't be brute-forced. */
    secretHash: text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.mailboxId, table.appPasswordId] }),
    // Dovecot finds the password by the beginning of its hash, so that beginning is unique within a mailbox.
    uniqueIndex('app_password_mark').on(
      table.customerId,
      table.bundleId,
      table.mailboxId,
      sql`left(${table.secretHash}, 4)`,
    ),
  ],
);
