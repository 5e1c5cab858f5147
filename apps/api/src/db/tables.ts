import type { LiveEventName } from '@postern/contract/live';
import { sql } from 'drizzle-orm';
import { customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from './columns.ts';

/** Who changed what, written in the transaction of the change. */
export const audit = pgTable(
  'audit',
  {
    customerId: customerId(),
    auditId: uuid('audit_id').notNull(),
    bundleId: uuid('bundle_id'),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    attrs: jsonb('attrs').$type<Record<string, unknown>>().notNull(),
    requestId: text('request_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.auditId] }),
    // Rows are only added, so they lie in the order of time, and this index is small whatever their number.
    index('audit_age').using('brin', table.at),
  ],
);

/** Where something was done: personal data, so it is kept for as long as sign-ins are, and not for as long as the audit. */
export const auditOrigin = pgTable(
  'audit_origin',
  {
    customerId: customerId(),
    auditId: uuid('audit_id').notNull(),
    network: text('network').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.auditId] }),
    index('audit_origin_age').using('brin', table.at),
  ],
);

/** The audit of changes that concern a partner and no customer: refused links, keys, flags. */
export const partnerAudit = pgTable(
  'partner_audit',
  {
    partnerId: integer('partner_id').notNull(),
    auditId: uuid('audit_id').notNull(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    attrs: jsonb('attrs').$type<Record<string, unknown>>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.auditId] })],
);

export const setting = pgTable('setting', { name: text('name').primaryKey(), value: jsonb('value').notNull() });

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** Events for open panels, written in the transaction of the change and kept for an hour. */
export const liveEvent = pgTable(
  'live_event',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    eventId: uuid('event_id').notNull(),
    /** The transaction of the change. Snapshots decide whether a reader has seen it, not the order of numbers. */
    writtenBy: transactionId('written_by').notNull().default(sql`pg_current_xact_id()`),
    event: text('event').$type<Exclude<LiveEventName, 'reload'>>().notNull(),
    /** The mailbox that the event is about: its owner may be notified too. Null: only admins and support. */
    mailboxId: uuid('mailbox_id'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.eventId] }),
    index('live_event_written_by').on(table.writtenBy),
  ],
);

/** The processes that serve, so that a newer one notices older ones next to it during an upgrade. ADR 86. */
export const runningProcess = pgTable('running_process', {
  /** A new one at each start. */
  processId: uuid('process_id').primaryKey(),
  version: text('version').notNull(),
  /** The newest step of the schema that its release knows. */
  schema: integer('schema').notNull(),
  /** When its release was made; null where it runs from a clone. */
  madeAt: instant('made_at'),
  /** Names the panel's page of its build; null without one. */
  page: text('page'),
  /** Renewed every few seconds, by the database's clock. */
  seenAt: instant('seen_at').notNull(),
});
