import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** Where events are sent: to a partner, of its own customers, or to the operator, of all. */
export const webhookEndpoint = pgTable('webhook_endpoint', {
  endpointId: text('endpoint_id').primaryKey(),
  /** Null: the operator's own. */
  partnerId: integer('partner_id'),
  url: text('url').notNull(),
  /** Null: all types. */
  eventTypes: jsonb('event_types').$type<string[]>(),
  sealedSecret: text('sealed_secret').notNull(),
  /** Signs along with the secret until then, so that the receiver can change over in peace. */
  formerSealedSecret: text('former_sealed_secret'),
  formerUntil: instant('former_until'),
  createdAt: instant('created_at').notNull(),
  /** How far the audit was read for it. */
  readUntil: instant('read_until').notNull(),
  /** Since when every try has failed; null: the last one worked. */
  failingSince: instant('failing_since'),
  /** Nothing is sent from then on. What happens meanwhile is sent when it is enabled again. */
  disabledAt: instant('disabled_at'),
  disabledReason: text('disabled_reason'),
});

/** An event for one endpoint, and how far it got. */
export const webhookMessage = pgTable(
  'webhook_message',
  {
    /** Sent as `webhook-id`: the receiver knows a repeated message by it. */
    messageId: text('message_id').primaryKey(),
    endpointId: text('endpoint_id').notNull(),
    /** Null in a test. */
    customerId: uuid('customer_id'),
    auditId: uuid('audit_id'),
    type: text('type').notNull(),
    /** As it is sent, byte by byte. */
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Null: delivered, or given up. */
    nextTryAt: instant('next_try_at'),
    deliveredAt: instant('delivered_at'),
    /** The status of the last answer, or why there was none. */
    lastResult: text('last_result'),
  },
  (table) => [
    unique('webhook_message_event').on(table.endpointId, table.auditId),
    index('webhook_message_due').on(table.nextTryAt).where(sql`next_try_at is not null`),
    index('webhook_message_waiting').on(table.endpointId, table.nextTryAt).where(sql`next_try_at is not null`),
    index('webhook_message_given_up').on(table.endpointId).where(sql`next_try_at is null and delivered_at is null`),
    index('webhook_message_customer').on(table.customerId),
    index('webhook_message_age').using('brin', table.createdAt),
  ],
);
