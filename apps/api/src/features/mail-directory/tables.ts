import { bigint, pgTable } from 'drizzle-orm/pg-core';
import { bytewiseText } from '../../db/columns.ts';

/** What the mail store holds, written by the mail server that serves it; keyed by address because that is all Dovecot knows. */
export const mailUsage = pgTable('mail_usage', {
  address: bytewiseText('address').primaryKey(),
  // The mail server writes one figure after the other.
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  messages: bigint('messages', { mode: 'number' }).notNull().default(0),
});
