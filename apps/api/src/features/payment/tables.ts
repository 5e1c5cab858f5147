import type { GatewayEvent } from '@postern/adapter-payment/port';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant } from '../../db/columns.ts';

/** A genuine webhook of the gateway that couldn't be handled yet. The row is deleted once it is handled. */
export const failedGatewayEvent = pgTable(
  'failed_gateway_event',
  {
    eventId: text('event_id').primaryKey(),
    event: jsonb('event').$type<GatewayEvent>().notNull(),
    tries: integer('tries').notNull(),
    lastError: text('last_error').notNull(),
    firstFailedAt: instant('first_failed_at').notNull(),
    lastFailedAt: instant('last_failed_at').notNull(),
    /** Null: it isn't tried again until the operator asks for it. */
    nextTryAt: instant('next_try_at'),
  },
  (table) => [index('failed_gateway_event_due').on(table.nextTryAt).where(sql`next_try_at is not null`)],
);
