import type { StoredRecord } from '@postern/domain/dns';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** The zone that we hold for a bundle's domain. Its few records lie in its row, so that one lock guards them all. */
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
    /** Whoever publishes has the zone to itself until then. */
    publishingUntil: instant('publishing_until'),
    /** The number of the process that publishes: the zone is free before that once it has ended. */
    publishingBy: integer('publishing_by'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId] }),
    uniqueIndex('dns_zone_name').on(table.zoneName),
    index('dns_zone_unpublished').on(table.createdAt).where(sql`published_version < version`),
  ],
);
