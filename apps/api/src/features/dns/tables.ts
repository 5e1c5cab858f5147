import type { StoredRecord } from '@postern/domain/dns';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** The zone that we hold for a bundle's domain. Its few records are in the same row, so that one lock guards them all. */
export const dnsZone = pgTable(
  'dns_zone',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    zoneName: text('zone_name').notNull(),
    records: jsonb('records').$type<StoredRecord[]>().notNull(),
    /** Counts the changes; the name server has the records of `published_version`. */
    version: integer('version').notNull(),
    publishedVersion: integer('published_version').notNull(),
    /** Until when a process has the zone to itself for publishing. */
    publishingUntil: instant('publishing_until'),
    /** The number of that process. Once it has ended, the zone is free even earlier. */
    publishingBy: integer('publishing_by'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId] }),
    uniqueIndex('dns_zone_name').on(table.zoneName),
    index('dns_zone_unpublished').on(table.createdAt).where(sql`published_version < version`),
  ],
);
