import type { ReleaseReason } from '@postern/domain/domain-release';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** The release of a bundle's domain, planned when its last order ended. It keeps its row: the owner still sees what became of the domain. */
export const domainRelease = pgTable(
  'domain_release',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    domainName: text('domain_name').notNull(),
    reason: text('reason').$type<ReleaseReason>().notNull(),
    /** When mailboxes and mail are deleted, and the name becomes free. */
    dueAt: instant('due_at').notNull(),
    /** From then on nothing can be done with the domain; `bundle.ended_at` says so to every call. */
    startedAt: instant('started_at'),
    /** When the name became free. */
    finishedAt: instant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId] }),
    index('domain_release_open').on(table.dueAt).where(sql`finished_at is null`),
  ],
);
