import type { StaffRole } from '@postern/domain/staff';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** An account of a person who helps customers. It belongs to no tenant, and a customer may have the same email. */
export const staff = pgTable('staff', {
  staffId: uuid('staff_id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  role: text('role').$type<StaffRole>().notNull(),
  /** The partner whose customers they help; null for the provider's staff. */
  partnerId: integer('partner_id'),
  passwordHash: text('password_hash'),
  /** The secret of the authenticator app; it takes effect once enabled. */
  sealedSecret: text('sealed_secret'),
  twoFactorAt: instant('two_factor_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  recoveryHashes: jsonb('recovery_hashes').$type<string[]>().notNull(),
  createdAt: instant('created_at').notNull(),
  disabledAt: instant('disabled_at'),
});

/** A link to choose the password, for one use. Stores only its token's hash. */
export const staffLink = pgTable(
  'staff_link',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: uuid('staff_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('staff_link_staff').on(table.staffId)],
);

/** A signed-in member of staff. Deleting the row ends the session, and with it the visit, on the next call. */
export const staffSession = pgTable(
  'staff_session',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: uuid('staff_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('staff_session_staff').on(table.staffId), index('staff_session_expiry').on(table.expiresAt)],
);

/** What staff did outside visits: sign-ins, searches, account changes. Visits are in the customer's own audit. */
export const staffAudit = pgTable(
  'staff_audit',
  {
    staffId: uuid('staff_id').notNull(),
    auditId: uuid('audit_id').notNull(),
    action: text('action').notNull(),
    attrs: jsonb('attrs').$type<Record<string, unknown>>().notNull(),
    network: text('network').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.auditId] }),
    index('staff_audit_age').using('brin', table.at),
  ],
);
