import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** The first answer to a write with an Idempotency-Key, sealed because it may hold a token. */
export const idempotency = pgTable(
  'idempotency',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    sealedAnswer: text('sealed_answer'),
    leaseUntil: instant('lease_until').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
);

/** Counts attempts in a window, in all processes. For guesses of passwords and codes it counts the wrong ones (guesses.ts). */
export const rateLimit = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: instant('resets_at').notNull(),
  /** The same in a day. */
  dayCount: integer('day_count').notNull().default(0),
  dayResetsAt: instant('day_resets_at').notNull().defaultNow(),
  /** Guesses that have a place and weren't checked yet. */
  beingChecked: integer('being_checked').notNull().default(0),
  lastStartedAt: instant('last_started_at').notNull().defaultNow(),
});
