import type { PricedEntry } from '@postern/domain/partner-statements';
import { date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** A partner's share of the net price, from a month on. */
export const partnerShare = pgTable(
  'partner_share',
  {
    partnerId: integer('partner_id').notNull(),
    /** The first day of the first month that it holds for. */
    fromMonth: date('from_month', { mode: 'string' }).notNull(),
    basisPoints: integer('basis_points').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.fromMonth] })],
);

/** A partner's statement of a month that is over, as it was issued. A trigger refuses every change. */
export const partnerStatement = pgTable(
  'partner_statement',
  {
    partnerId: integer('partner_id').notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    shareBasisPoints: integer('share_basis_points').notNull(),
    entries: jsonb('entries').$type<PricedEntry[]>().notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.month] })],
);

/** The journals that an issued statement covers: each is in one statement, once. */
export const partnerStatementJournal = pgTable('partner_statement_journal', {
  journalKey: text('journal_key').primaryKey(),
  partnerId: integer('partner_id').notNull(),
  month: date('month', { mode: 'string' }).notNull(),
});
