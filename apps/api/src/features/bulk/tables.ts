import type { BulkKind, BulkRowCode } from '@postern/contract/bulk';
import type { Role } from '@postern/domain/sign-in';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A change of many mailboxes: first a preview, then, with the same id, the job that runs in its starter's name. */
export const bulkJob = pgTable(
  'bulk_job',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    jobId: uuid('job_id').notNull(),
    kind: text('kind').$type<BulkKind>().notNull(),
    state: text('state').$type<'preview' | 'queued' | 'running' | 'finished'>().notNull(),
    /** Why mailboxes are suspended; empty for other jobs. */
    reason: text('reason').notNull(),
    /** Whether each new mailbox's link is mailed to its alternate email. */
    mailLinks: boolean('mail_links').notNull(),
    /** Number of feasible rows, without the refused ones. A refused row that is corrected becomes one of them. */
    total: integer('total').notNull(),
    /** Numbers of done and failed rows, updated with every change of a row, so that nobody has to count. */
    done: integer('done').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    partnerId: integer('partner_id').notNull(),
    byMailboxId: uuid('by_mailbox_id'),
    byRole: text('by_role').$type<Role>().notNull(),
    byEmail: text('by_email').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a process last worked on the job. A job left untouched for too long is taken over by another process. */
    touchedAt: instant('touched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.jobId] }),
    index('bulk_job_open').on(table.touchedAt).where(sql`state in ('queued', 'running')`),
    index('bulk_job_age').on(table.createdAt),
  ],
);

/** What a row asks for. A refused row keeps what was written, so that it can be checked again with another address. */
export type BulkWish = {
  address: string;
  displayName?: string;
  alternateEmail?: string | null;
  isAdmin?: boolean;
  /** The admin column as it was written; only of a refused row. */
  admin?: string;
  /** The account that an import copies from, its server, and who is asked for the password if the row has none. */
  sourceEmail?: string;
  server?: { host: string; port: number; ssl: boolean };
  ownerEmail?: string;
};

/** One row of a job. It leaves `waiting` in the same transaction as its change, so that nothing is done twice. */
export const bulkRow = pgTable(
  'bulk_row',
  {
    customerId: customerId(),
    jobId: uuid('job_id').notNull(),
    /** Line of the text or position in the list, from 1. */
    row: integer('row').notNull(),
    /**
     * `reserved`: the mailbox has its row, but the mail backend hasn't confirmed it yet. `refused`: the preview found that it can't be done;
     * kept for the result and to be corrected, and not counted.
     */
    state: text('state').$type<'waiting' | 'reserved' | 'done' | 'failed' | 'refused'>().notNull(),
    wish: jsonb('wish').$type<BulkWish>().notNull(),
    hasPassword: boolean('has_password').notNull(),
    /** The given password until it is used, or a day after the job at the latest. */
    sealedPassword: text('sealed_password'),
    code: text('code').$type<BulkRowCode>(),
    attrs: jsonb('attrs').$type<Record<string, unknown>>(),
    mailboxId: uuid('mailbox_id'),
    /** Id of the link to choose a password; the token is derived from it. */
    linkId: uuid('link_id'),
    linkUntil: instant('link_until'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.jobId, table.row] }),
    index('bulk_row_open').on(table.customerId, table.jobId, table.row).where(sql`state in ('waiting', 'reserved')`),
    index('bulk_row_secret').on(table.customerId, table.jobId).where(sql`sealed_password is not null`),
  ],
);
