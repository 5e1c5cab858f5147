import type { InvoiceContent, Seller } from '@postern/domain/invoices';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** Who sells to a partner's customers; partner 0 is the operator, who sells where the partner has no row. */
export const seller = pgTable('seller', {
  partnerId: integer('partner_id').primaryKey(),
  details: jsonb('details').$type<Seller>().notNull(),
  series: text('series').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** A series belongs to one seller for good, so that no number is given twice. */
export const invoiceSeries = pgTable('invoice_series', {
  series: text('series').primaryKey(),
  partnerId: integer('partner_id').notNull(),
});

/** The last number of a series and year. Its row is locked from the number's issue to the end of the transaction, so none is left out. */
export const invoiceCounter = pgTable(
  'invoice_counter',
  {
    series: text('series').notNull(),
    year: integer('year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.year] })],
);

/** Invoices and credit notes, as they were issued: a trigger refuses every change. Files are made from these rows. */
export const invoice = pgTable(
  'invoice',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    invoiceId: uuid('invoice_id').notNull(),
    orderId: uuid('order_id').notNull(),
    /** The journal in the books that it is for: one of each. */
    journalKey: text('journal_key').notNull(),
    number: text('number').notNull(),
    kind: text('kind').$type<'invoice' | 'credit-note'>().notNull(),
    /** The number of the invoice that a credit note corrects. */
    correctsNumber: text('corrects_number'),
    issuedAt: instant('issued_at').notNull(),
    issuedOn: date('issued_on', { mode: 'string' }).notNull(),
    currency: text('currency').notNull(),
    netMinor: bigint('net_minor', { mode: 'number' }).notNull(),
    taxMinor: bigint('tax_minor', { mode: 'number' }).notNull(),
    totalMinor: bigint('total_minor', { mode: 'number' }).notNull(),
    creditMinor: bigint('credit_minor', { mode: 'number' }).notNull(),
    paidMinor: bigint('paid_minor', { mode: 'number' }).notNull(),
    content: jsonb('content').$type<InvoiceContent>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.invoiceId] }),
    uniqueIndex('invoice_number').on(table.number),
    uniqueIndex('invoice_journal').on(table.journalKey),
    index('invoice_corrects').on(table.correctsNumber),
    index('invoice_order').on(table.orderId, table.issuedAt),
  ],
);
