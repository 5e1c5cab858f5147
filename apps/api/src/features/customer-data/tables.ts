import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/** An erasure of a customer. A cancelled one has no row; a finished one keeps its row, without anything personal. */
export const customerErasure = pgTable(
  'customer_erasure',
  {
    customerId: customerId(),
    erasureId: uuid('erasure_id').notNull(),
    /** `waiting`: it can be cancelled. `running`: nobody can sign in, and the work continues until it is finished. */
    state: text('state').$type<'waiting' | 'running' | 'finished'>().notNull(),
    askedBy: text('asked_by').$type<'owner' | 'operator'>().notNull(),
    /** The operator's. */
    reason: text('reason'),
    /** The customer's, for the last mail; null once finished. */
    email: text('email'),
    partnerId: integer('partner_id').notNull(),
    locale: text('locale').notNull(),
    /** The orders that renewed before, and renew again if the erasure is cancelled. */
    renewing: jsonb('renewing').$type<string[]>().notNull(),
    /** Of the mailed link that cancels it. */
    cancelTokenHash: text('cancel_token_hash').notNull(),
    askedAt: instant('asked_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** When the owner's mail was put on its way. It doesn't start before. */
    toldAt: instant('told_at'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.erasureId] }),
    uniqueIndex('customer_erasure_one_open').on(table.customerId).where(sql`state <> 'finished'`),
    uniqueIndex('customer_erasure_link').on(table.cancelTokenHash),
    index('customer_erasure_open').on(table.dueAt).where(sql`state <> 'finished'`),
  ],
);
