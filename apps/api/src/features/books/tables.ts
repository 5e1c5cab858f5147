import type { Account } from '@postern/domain/books';
import { bigint, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/**
 * The books, by double entry. Rows are only added: a trigger refuses every change. The postings of a journal add up to 0 in each currency,
 * which another trigger checks at the end of the transaction.
 */
export const bookPosting = pgTable(
  'book_posting',
  {
    postingId: uuid('posting_id').primaryKey(),
    /** What the journal is about, such as `payment/…`: each is booked once, however often it is reported. */
    journalKey: text('journal_key').notNull(),
    line: integer('line').notNull(),
    kind: text('kind').$type<'charge' | 'settlement' | 'refund' | 'sale' | 'dispute' | 'fee'>().notNull(),
    at: instant('at').notNull(),
    customerId: uuid('customer_id').notNull(),
    account: text('account').$type<Account>().notNull(),
    /** The first day of the month that earns it: revenue only. */
    month: date('month', { mode: 'string' }),
    /** Positive: debit. Negative: credit. */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** The gateway's id of the payment or refund, or `settlement/…` where a partner has the money. */
    reference: text('reference'),
    bundleId: uuid('bundle_id'),
    orderId: uuid('order_id'),
    quoteId: uuid('quote_id'),
    purchaseId: uuid('purchase_id'),
  },
  (table) => [
    uniqueIndex('book_posting_once').on(table.journalKey, table.line),
    index('book_posting_customer').on(table.customerId, table.at),
    index('book_posting_at').on(table.at),
  ],
);
