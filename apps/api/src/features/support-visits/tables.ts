import type { StaffRole } from '@postern/domain/staff';
import type { VisitPlace } from '@postern/domain/support-visits';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A supporter's visit to a customer's domain, running or over. */
export const supportVisit = pgTable(
  'support_visit',
  {
    customerId: customerId(),
    visitId: uuid('visit_id').notNull(),
    bundleId: bundleId(),
    staffId: uuid('staff_id').notNull(),
    /** Copied into the visit, because the owner can still read them after the staff account is gone. */
    staffName: text('staff_name').notNull(),
    staffEmail: text('staff_email').notNull(),
    staffRole: text('staff_role').$type<StaffRole>().notNull(),
    company: text('company').notNull(),
    partnerId: integer('partner_id').notNull(),
    /** The staff session that opened the visit. The visit ends with that session. */
    staffSessionHash: text('staff_session_hash').notNull(),
    reason: text('reason').notNull(),
    ticket: text('ticket'),
    state: text('state').$type<'waiting' | 'open' | 'ended' | 'refused'>().notNull(),
    /** When the owner allowed the visit, if it had to wait. */
    allowedAt: instant('allowed_at'),
    askedAt: instant('asked_at').notNull(),
    startedAt: instant('started_at'),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by').$type<'staff' | 'owner' | 'time' | 'operator'>(),
    /** Where the supporter has looked, so that each place is recorded once. */
    looked: jsonb('looked').$type<VisitPlace[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.visitId] }),
    index('support_visit_bundle').on(table.customerId, table.bundleId, table.visitId),
    // One visit at a time, waiting or open, for each member of staff.
    uniqueIndex('support_visit_current').on(table.staffId).where(sql`state in ('waiting', 'open')`),
    index('support_visit_due').on(table.expiresAt).where(sql`state in ('waiting', 'open')`),
  ],
);

/** The domains whose owner wants to be asked before each visit. */
export const visitConsent = pgTable(
  'visit_consent',
  { customerId: customerId(), bundleId: bundleId(), required: boolean('required').notNull() },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId] })],
);
