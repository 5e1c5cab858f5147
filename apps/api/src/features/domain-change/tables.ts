import type { DnsRecord } from '@postern/domain/dns';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A bundle's change from one domain to another, and what is left of the former one. */
export const domainChange = pgTable(
  'domain_change',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    changeId: uuid('change_id').notNull(),
    fromDomain: text('from_domain').notNull(),
    toDomain: text('to_domain').notNull(),
    /** `moving`: all names are changed, and the mailboxes are moved in the mail store one by one. */
    state: text('state').$type<'queued' | 'moving' | 'finished'>().notNull(),
    /** Numbers of mailboxes in all, and of those moved in the mail store. */
    total: integer('total').notNull(),
    done: integer('done').notNull(),
    /** The former domain's zone, which we serve until `former_until`. */
    formerRecordSets: jsonb('former_record_sets').$type<DnsRecord[]>(),
    /** Until when the former addresses receive; null before the names change, and again afterwards. */
    formerUntil: instant('former_until'),
    /** Until when a process has the lease on the former domain's zone on the name server. */
    formerHeldUntil: instant('former_held_until'),
    /** The number of that process. Once it has ended, so has its lease. */
    formerHeldBy: integer('former_held_by'),
    byEmail: text('by_email').notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    /** When a process last worked on the change. A change left untouched for too long is taken over by another process. */
    touchedAt: instant('touched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.changeId] }),
    uniqueIndex('domain_change_one_open').on(table.customerId, table.bundleId).where(sql`state <> 'finished'`),
    index('domain_change_open').on(table.touchedAt).where(sql`state <> 'finished'`),
    index('domain_change_former').on(table.formerUntil).where(sql`former_until is not null`),
  ],
);
