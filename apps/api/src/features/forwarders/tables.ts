import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

export const forwarder = pgTable(
  'forwarder',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    forwarderId: uuid('forwarder_id').notNull(),
    address: text('address').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId, table.forwarderId] })],
);

/** A recipient of a forwarder. A forwarder has at least one. */
export const forwarderRecipient = pgTable(
  'forwarder_recipient',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    forwarderId: uuid('forwarder_id').notNull(),
    mailboxId: uuid('mailbox_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.forwarderId, table.mailboxId] }),
    index('forwarder_recipient_mailbox').on(table.customerId, table.bundleId, table.mailboxId),
  ],
);
