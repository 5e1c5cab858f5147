import type { SignInMethod, SignInOutcome } from '@postern/domain/sign-in-history';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/** Sign-ins and wrong guesses, those of one kind within an hour in one row. The part of the audit that its people can read. */
export const signInRecord = pgTable(
  'sign_in_record',
  {
    customerId: customerId(),
    recordId: uuid('record_id').notNull(),
    /** A mailbox's id, or the customer's own. */
    loginId: uuid('login_id').notNull(),
    /** The mailbox's domain; null for a customer login. */
    bundleId: uuid('bundle_id'),
    email: text('email').notNull(),
    method: text('method').$type<SignInMethod>().notNull(),
    outcome: text('outcome').$type<SignInOutcome>().notNull(),
    network: text('network').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    /** The beginning of the hour. */
    hour: instant('hour').notNull(),
    times: integer('times').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.recordId] }),
    uniqueIndex('sign_in_record_kind').on(
      table.customerId,
      table.loginId,
      table.hour,
      table.outcome,
      table.method,
      table.network,
      table.browser,
      table.os,
    ),
    index('sign_in_record_newest').on(table.customerId, table.lastAt),
    index('sign_in_record_age').on(table.lastAt),
  ],
);
