import { bigint, pgTable } from 'drizzle-orm/pg-core';
import { bytewiseText } from '../../db/columns.ts';

/** The usage of each mailbox, written by the mail server. The key is the address, because that is all Dovecot knows. */
export const mailUsage = pgTable('mail_usage', {
  address: bytewiseText('address').primaryKey(),
  // The mail server writes the two figures one after the other.
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  messages: bigint('messages', { mode: 'number' }).notNull().default(0),
});
