import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** Links that show what a domain's records need, without a login. The token is derived from the id when needed, and never stored. */
export const instructionLink = pgTable(
  'instruction_link',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    linkId: uuid('link_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The domain that the link was made for. After a change of the domain it no longer works. */
    domainName: text('domain_name').notNull(),
    /** The address that the link was mailed to. */
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
