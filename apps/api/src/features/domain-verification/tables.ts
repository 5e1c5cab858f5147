import type { ZoneRecord } from '@postern/domain/dns';
import type { CheckFailure, Finding, VerifiedPurposes } from '@postern/domain/domain-connection';
import type { SpfWalk } from '@postern/domain/spf';
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** The outcome of one look-up, and which servers were asked. */
type KeptLookUp = {
  name: string;
  type: ZoneRecord['type'];
  outcome: string;
  asked: { server: string; transport: 'udp' | 'tcp'; outcome: string }[];
};

/** The last check of a domain, as far as the panel shows it. */
export type KeptCheck = {
  failure: CheckFailure | null;
  findings: Omit<Finding, 'expected'>[];
  faults: { code: string; host: string }[];
  /** The records found of the types and hosts that matter. */
  zone: ZoneRecord[];
  /** The domain's name servers; null when nobody answered. */
  nameServers: string[] | null;
  lookUps: KeptLookUp[];
  /** All look-ups that the SPF record causes; older checks have none. */
  spfWalk?: SpfWalk | null;
  /** The domain's provider, if it supports our template by Domain Connect. */
  domainConnect?: { name: string; urlSyncUX: string } | null;
};

/** The connection of a bundle's domain: what is verified, and what the last check found. */
export const domainConnection = pgTable(
  'domain_connection',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    domainName: text('domain_name').notNull(),
    /** The token that the ownership record must contain. */
    ownershipToken: text('ownership_token').notNull(),
    verified: jsonb('verified').$type<VerifiedPurposes>().notNull(),
    lastCheck: jsonb('last_check').$type<KeptCheck>(),
    /** When a name server last answered. */
    answeredAt: instant('answered_at'),
    /** When the last check ended, with an answer or without. */
    checkedAt: instant('checked_at'),
    /** When the running check started; null when none is running. */
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
