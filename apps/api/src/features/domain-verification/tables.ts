import type { ZoneRecord } from '@postern/domain/dns';
import type { CheckFailure, Finding, MailEvidence, VerifiedPurposes } from '@postern/domain/domain-connection';
import type { SpfWalk } from '@postern/domain/spf';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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

/**
 * What is known about the mail of a registered domain, current or former, and what follows for the mail servers (ADR 24). A name without a
 * row is unproven. The row of a name that was released stays, so that the next customer's evidence starts without what the former one left.
 */
export const domainMail = pgTable(
  'domain_mail',
  {
    name: text('name').primaryKey(),
    customerId: customerId(),
    bundleId: uuid('bundle_id').notNull(),
    /** The token that the ownership record was compared with. */
    ownershipToken: text('ownership_token').notNull(),
    evidence: jsonb('evidence').$type<MailEvidence>().notNull(),
    isLocal: boolean('is_local').notNull().default(false),
    receives: boolean('receives').notNull().default(false),
    maySend: boolean('may_send').notNull().default(false),
    /**
     * The customer who left the name, and whose registrant may still delegate it to our name servers: until somebody else's ownership record was
     * seen, they have nothing of that one's. Null: nobody left it, or the next one has proven it.
     */
    leftBy: uuid('left_by'),
    /** When the records were last looked up. */
    checkedAt: instant('checked_at'),
    /** The mail servers ask for a check when mail has to wait; they set both, by the database's clock. */
    isCheckWanted: boolean('is_check_wanted').notNull().default(false),
    checkWantedAt: instant('check_wanted_at'),
  },
  (table) => [index('domain_mail_wanted').on(table.name).where(sql`is_check_wanted`)],
);
