import type { DisputeStatus } from '@postern/domain/billing';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/** A payment that the payer's bank takes back, as the gateway last reported it. Changes need its row lock, taken after the order's. */
export const dispute = pgTable(
  'dispute',
  {
    customerId: customerId(),
    disputeId: text('dispute_id').notNull(),
    bundleId: uuid('bundle_id'),
    orderId: uuid('order_id'),
    partnerId: integer('partner_id').notNull(),
    gateway: text('gateway').$type<'stripe' | 'sandbox'>().notNull(),
    intentId: text('intent_id').notNull(),
    /** The journal whose invoice was paid. */
    journalKey: text('journal_key').notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    reason: text('reason').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** How many movements of money the gateway has reported: a view with fewer is older. */
    movements: integer('movements').notNull(),
    /** What is booked as lost. */
    lostMinor: bigint('lost_minor', { mode: 'number' }).notNull(),
    /** Until when evidence is taken. */
    respondBy: instant('respond_by'),
    /** When the operator was reminded of the deadline. */
    remindedAt: instant('reminded_at'),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
    /** When the gateway was last asked. */
    askedAt: instant('asked_at').notNull(),
    /** Counts the changes. */
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.disputeId] }),
    uniqueIndex('dispute_once').on(table.disputeId),
    index('dispute_open').on(table.askedAt).where(sql`closed_at is null`),
    index('dispute_order').on(table.orderId),
    index('dispute_journal').on(table.journalKey),
  ],
);
