import type { StoredRecord, ZoneRecord } from '@postern/domain/dns';
import type { CheckFailure, Finding, VerifiedPurposes } from '@postern/domain/domain-connection';
import type { UndoPlan, ZoneChange } from '@postern/domain/domain-plan';
import type { SpfWalk } from '@postern/domain/spf';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from './columns.ts';

/** What one look-up came to, and of whom it was asked. */
type KeptLookUp = {
  name: string;
  type: ZoneRecord['type'];
  outcome: string;
  asked: { server: string; transport: 'udp' | 'tcp'; outcome: string }[];
};

/** The last check of a domain, as it is shown. */
export type KeptCheck = {
  failure: CheckFailure | null;
  findings: Omit<Finding, 'expected'>[];
  faults: { code: string; host: string }[];
  /** What was found of the types and hosts that matter. */
  zone: ZoneRecord[];
  /** The domain's name servers; null when nobody could say. */
  nameServers: string[] | null;
  lookUps: KeptLookUp[];
  /** What the SPF record asks for in all; a check that is older has none. */
  spfWalk?: SpfWalk | null;
  /** The domain's provider, where it takes our records by Domain Connect. */
  domainConnect?: { name: string; urlSyncUX: string } | null;
};

/** How a bundle's domain is connected: what is verified of it, and what its last check found. */
export const domainConnection = pgTable(
  'domain_connection',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    domainName: text('domain_name').notNull(),
    /** What the ownership record must say behind its name. */
    ownershipToken: text('ownership_token').notNull(),
    verified: jsonb('verified').$type<VerifiedPurposes>().notNull(),
    lastCheck: jsonb('last_check').$type<KeptCheck>(),
    /** When somebody last answered. */
    answeredAt: instant('answered_at'),
    /** When the last check ended, with an answer or without. */
    checkedAt: instant('checked_at'),
    /** The check that is on its way; whoever began it takes it back. */
    checkStartedAt: instant('check_started_at'),
    nextCheckAt: instant('next_check_at').notNull(),
    /** When the bundle changed to this domain; null for its first. */
    domainSince: instant('domain_since'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId] }),
    index('domain_connection_due').on(table.nextCheckAt),
  ],
);

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

/** Changes that were proposed for a zone, and once they are carried out, the way back. */
export const zonePlan = pgTable(
  'zone_plan',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    planId: uuid('plan_id').notNull(),
    zoneVersion: integer('zone_version').notNull(),
    changes: jsonb('changes').$type<ZoneChange[]>().notNull(),
    undoId: uuid('undo_id').notNull(),
    /** Null: not carried out. `version` is the zone's after it. */
    undo: jsonb('undo').$type<{ plan: UndoPlan; records: StoredRecord[]; version: number }>(),
    undoneAt: instant('undone_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.planId] }),
    uniqueIndex('zone_plan_undo').on(table.customerId, table.bundleId, table.undoId),
    index('zone_plan_age').on(table.createdAt),
  ],
);
