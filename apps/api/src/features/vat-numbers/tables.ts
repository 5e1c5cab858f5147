import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/**
 * What a register of VAT numbers answered about a buyer's number, and when: the evidence for a sale without tax. A row never changes.
 * `unreachable` is kept, too: it says nothing about the number, and is asked again.
 */
export const vatCheck = pgTable(
  'vat_check',
  {
    customerId: customerId(),
    checkId: uuid('check_id').notNull(),
    partnerId: integer('partner_id').notNull(),
    number: text('number').notNull(),
    answer: text('answer').$type<'valid' | 'invalid' | 'unreachable'>().notNull(),
    /** Whose number it is, if the member state says so. */
    name: text('name'),
    address: text('address'),
    /** The register's own proof that it was asked. */
    requestId: text('request_id'),
    /** The VAT number of the seller who asked. */
    requester: text('requester'),
    /** Why there was no answer. */
    failure: text('failure'),
    checkedAt: instant('checked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.checkId] }),
    index('vat_check_number').on(table.customerId, table.number, table.checkedAt),
  ],
);
