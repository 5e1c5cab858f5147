import type { DnsRecord } from '@postern/domain/dns';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A bundle that goes from one domain to another, and what is left of the former one. */
export const domainChange = pgTable(
  'domain_change',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    changeId: uuid('change_id').notNull(),
    fromDomain: text('from_domain').notNull(),
    toDomain: text('to_domain').notNull(),
    /** `moving`: every name is the new one, and the mail store hears of the mailboxes one by one. */
    state: text('state').$type<'queued' | 'moving' | 'finished'>().notNull(),
    /** Mailboxes of the domain, and those that the mail store has heard of. */
    total: integer('total').notNull(),
    done: integer('done').notNull(),
    /** The former domain's zone as we served it, and serve it until `former_until`. */
    formerRecordSets: jsonb('former_record_sets').$type<DnsRecord[]>(),
    /** Until when the former addresses receive; null before the names changed, and again when it is over. */
    formerUntil: instant('former_until'),
    /** Whoever is at the former domain's zone on the name server has it until then. */
    formerHeldUntil: instant('former_held_until'),
    /** The number of that process; it has nothing any more once it has ended. */
    formerHeldBy: integer('former_held_by'),
    byEmail: text('by_email').notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    /** When somebody last worked on it: one that nobody touches any more is taken up by the next process that looks. */
    touchedAt: instant('touched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.changeId] }),
    uniqueIndex('domain_change_one_open').on(table.customerId, table.bundleId).where(sql`state <> 'finished'`),
    index('domain_change_open').on(table.touchedAt).where(sql`state <> 'finished'`),
    index('domain_change_former').on(table.formerUntil).where(sql`former_until is not null`),
  ],
);
