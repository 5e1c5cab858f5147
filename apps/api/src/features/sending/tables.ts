import type { NoticeLevel, SendingSpan } from '@postern/domain/sending';
import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** How many recipients a mailbox or a domain has written to in the newest hour, day and month. */
export const sendingCount = pgTable(
  'sending_count',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    /** A mailbox's id; the bundle's own for its domain. */
    countedId: uuid('counted_id').notNull(),
    span: text('span').$type<SendingSpan>().notNull(),
    startsAt: instant('starts_at').notNull(),
    recipients: integer('recipients').notNull(),
    /** What the administrators were told in this span. */
    noticed: smallint('noticed').$type<NoticeLevel>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId, table.countedId, table.span] })],
);
