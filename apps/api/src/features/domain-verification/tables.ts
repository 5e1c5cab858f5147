import type { ZoneRecord } from '@postern/domain/dns';
import type { CheckFailure, Finding, VerifiedPurposes } from '@postern/domain/domain-connection';
import type { SpfWalk } from '@postern/domain/spf';
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

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
