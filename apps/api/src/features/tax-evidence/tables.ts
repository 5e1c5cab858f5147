import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/** What said where a buyer is when a sale was paid: codes of countries, and nobody's name. A row never changes. */
export const taxEvidence = pgTable(
  'tax_evidence',
  {
    customerId: customerId(),
    /** The journal of the sale in the books, which its invoice has as well. */
    journalKey: text('journal_key').notNull(),
    billing: text('billing'),
    card: text('card'),
    partner: text('partner'),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.journalKey] })],
);
