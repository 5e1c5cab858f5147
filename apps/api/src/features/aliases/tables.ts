import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

export const mailAlias = pgTable(
  'mail_alias',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    aliasId: uuid('alias_id').notNull(),
    mailboxId: uuid('mailbox_id').notNull(),
    address: text('address').notNull(),
    displayName: text('display_name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.aliasId] }),
    index('mail_alias_mailbox').on(table.customerId, table.bundleId, table.mailboxId),
  ],
);
