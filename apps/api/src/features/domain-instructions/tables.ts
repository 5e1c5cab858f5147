import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** Links that show what to do to a domain's records without a login. The token is derived from the id when it is needed, and never kept. */
export const instructionLink = pgTable(
  'instruction_link',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    linkId: uuid('link_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The domain that it was made for: of another that the bundle changed to, it says nothing. */
    domainName: text('domain_name').notNull(),
    /** To whom it was mailed. */
    sentTo: text('sent_to'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.linkId] }),
    uniqueIndex('instruction_link_token').on(table.tokenHash),
    index('instruction_link_age').on(table.expiresAt),
  ],
);
