import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from './columns.ts';

/** Who changed what, written with the change. */
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
  (table) => [primaryKey({ columns: [table.customerId, table.auditId] })],
);

/** The same for what concerns a partner and no customer: refused links, keys, flags. */
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

export const setting = pgTable('setting', { name: text('name').primaryKey(), value: jsonb('value').notNull() });
