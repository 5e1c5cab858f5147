import type { ImportProblem, MessageProblem } from '@postern/contract/mail-import';
import type { ImportStatus, LeftOutReason, SignInProvider } from '@postern/domain/mail-import';
import type { Role } from '@postern/domain/sign-in';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
const messages = (name: string) => integer(name).notNull().default(0);

/** One mailbox of another server that moves in. */
export const mailImport = pgTable(
  'mail_import',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    taskId: uuid('task_id').notNull(),
    partnerId: integer('partner_id').notNull(),
    /** The mailbox that the mail goes to, and its address when the import began. */
    mailboxId: uuid('mailbox_id').notNull(),
    destinationEmail: text('destination_email').notNull(),
    /** Where the mail is now. */
    host: text('host').notNull(),
    port: integer('port').notNull(),
    ssl: boolean('ssl').notNull(),
    remoteEmail: text('remote_email').notNull(),
    /** The SHA-256 of a certificate that a person accepted although it isn't valid. */
    certificateFingerprint: text('certificate_fingerprint'),
    /** The password for the source, as long as it is needed. Null once it is erased; `erasedAt` says when. */
    sealedPassword: text('sealed_password'),
    /**
     * The provider whose tokens are there instead of a password, or where its owner is asked to sign in. It stays when they are erased. Null: a
     * password.
     */
    signInWith: text('sign_in_with').$type<SignInProvider>(),
    erasedAt: instant('erased_at'),
    notificationEmail: text('notification_email'),
    /** The address that gets a link to enter the password, if it isn't the person who started the import. */
    ownerEmail: text('owner_email'),
    withJunkAndTrash: boolean('with_junk_and_trash').notNull(),
    /** Folders that the person left out, by their names at the source. */
    leftOutFolders: jsonb('left_out_folders').$type<string[]>().notNull(),
    /** Folders that aren't copied, and why; known once the source listed its folders. */
    leftOut: jsonb('left_out').$type<{ folder: string; reason: LeftOutReason | 'chosen' | 'unreadable' }[]>().notNull(),
    status: text('status').$type<ImportStatus>().notNull(),
    /** Why it waits, or why it failed. */
    problem: text('problem').$type<ImportProblem>(),
    problemDetail: text('problem_detail'),
    missingBytes: bigint('missing_bytes', { mode: 'number' }),
    /** Tries in a row that moved nothing. */
    failures: integer('failures').notNull().default(0),
    /** From when on a process may work on it; null: it waits for a person, or has ended. */
    nextTryAt: instant('next_try_at'),
    /** Since when nothing has moved, for a person or for the source. */
    waitingSince: instant('waiting_since'),
    /** Whether all folders were listed and counted. */
    isCounted: boolean('is_counted').notNull().default(false),
    /** Whether the last look for mail that came meanwhile was taken. */
    hasLookedAgain: boolean('has_looked_again').notNull().default(false),
    currentFolder: text('current_folder'),
    /** The sums of the folders' ledgers, written with them. */
    ...{ found: messages('found'), copied: messages('copied'), present: messages('present') },
    ...{ skipped: messages('skipped'), failed: messages('failed') },
    ...{ bytesFound: bytes('bytes_found'), bytesCopied: bytes('bytes_copied'), bytesPresent: bytes('bytes_present') },
    /** The earlier import of the same mailbox that this one continues; null: none. */
    earlierTaskId: uuid('earlier_task_id'),
    byMailboxId: uuid('by_mailbox_id'),
    byRole: text('by_role').$type<Role>().notNull(),
    byEmail: text('by_email').notNull(),
    /** Id of the mailed link that continues it; the token is derived from the id, and only its hash is stored. */
    linkId: uuid('link_id'),
    linkHash: text('link_hash'),
    linkUntil: instant('link_until'),
    mailedTo: text('mailed_to'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** Removed from the list by a person; the ledger stays. */
    hiddenAt: instant('hidden_at'),
    /** The lease of the process that works on it. */
    leaseUntil: instant('lease_until'),
    leaseBy: bigint('lease_by', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.taskId] }),
    // A source is copied into a mailbox by one import at a time.
    uniqueIndex('mail_import_open_source')
      .on(table.customerId, table.bundleId, table.mailboxId, table.host, table.remoteEmail)
      .where(sql`status in ('initialized', 'started', 'interrupted')`),
    index('mail_import_due').on(table.nextTryAt).where(sql`next_try_at is not null`),
    index('mail_import_working').on(table.leaseUntil).where(sql`lease_until is not null`),
    index('mail_import_link').on(table.linkHash).where(sql`link_hash is not null`),
    index('mail_import_ended').on(table.endedAt),
    index('mail_import_waiting').on(table.waitingSince).where(sql`waiting_since is not null`),
    index('mail_import_secret').on(table.taskId).where(sql`sealed_password is not null`),
  ],
);

/** A folder of an import: its line in the ledger, and how far it is. */
export const mailImportFolder = pgTable(
  'mail_import_folder',
  {
    customerId: customerId(),
    taskId: uuid('task_id').notNull(),
    folder: integer('folder').notNull(),
    /** Its name at the source now, and here. */
    source: text('source').notNull(),
    target: text('target').notNull(),
    isRenamed: boolean('is_renamed').notNull(),
    uidValidity: bigint('uid_validity', { mode: 'number' }),
    /** Each message up to this UID is accounted for. */
    settledUid: bigint('settled_uid', { mode: 'number' }).notNull().default(0),
    state: text('state').$type<'waiting' | 'done'>().notNull(),
    /** Whether messages that failed are to be tried again first. */
    triesFailed: boolean('tries_failed').notNull().default(false),
    /** The server refused to open it, so nobody knows what is in it. */
    isUnreadable: boolean('is_unreadable').notNull().default(false),
    /** What happened to it at the source meanwhile. */
    change: text('change').$type<'renamed' | 'deleted' | 'reset'>(),
    ...{ found: messages('found'), copied: messages('copied'), present: messages('present') },
    ...{ skipped: messages('skipped'), failed: messages('failed') },
    ...{ bytesFound: bytes('bytes_found'), bytesCopied: bytes('bytes_copied'), bytesPresent: bytes('bytes_present') },
    ...{ bytesSkipped: bytes('bytes_skipped'), bytesFailed: bytes('bytes_failed') },
  },
  (table) => [primaryKey({ columns: [table.customerId, table.taskId, table.folder] })],
);

/** A message in a batch: UID, digest and bytes. */
export type BatchMessage = [uid: number, digest: string, bytes: number];

/**
 * Messages that go to the destination together. It is written before they are put there, and settled with the ledger afterwards, so that
 * after a lost answer any process knows what may be there.
 */
export const mailImportBatch = pgTable(
  'mail_import_batch',
  {
    customerId: customerId(),
    taskId: uuid('task_id').notNull(),
    folder: integer('folder').notNull(),
    batchId: uuid('batch_id').notNull(),
    /** The highest UID that is accounted for once it is settled; 0 for a batch of messages that failed before. */
    throughUid: bigint('through_uid', { mode: 'number' }).notNull(),
    state: text('state').$type<'putting' | 'settled'>().notNull(),
    /** Those that are put there. */
    put: jsonb('put').$type<BatchMessage[]>().notNull(),
    /** Those that were there before. */
    present: jsonb('present').$type<BatchMessage[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.taskId, table.folder, table.batchId] })],
);

/** A message that wasn't copied, for the report. */
export const mailImportIssue = pgTable(
  'mail_import_issue',
  {
    customerId: customerId(),
    taskId: uuid('task_id').notNull(),
    folder: integer('folder').notNull(),
    uid: bigint('uid', { mode: 'number' }).notNull(),
    /** A failed message can be tried again, a skipped one can't be copied. */
    kind: text('kind').$type<'skipped' | 'failed'>().notNull(),
    reason: text('reason').$type<MessageProblem>().notNull(),
    subject: text('subject'),
    date: instant('date'),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    detail: text('detail'),
    limitBytes: bigint('limit_bytes', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.taskId, table.folder, table.uid] })],
);

/** How often a local part was a recipient at the domain in an import's mail. It shows which addresses don't exist here yet. */
export const mailImportSeen = pgTable(
  'mail_import_seen',
  {
    customerId: customerId(),
    taskId: uuid('task_id').notNull(),
    localPart: text('local_part').notNull(),
    messages: integer('messages').notNull(),
    /** When the newest of these messages reached the old server. */
    lastSeenAt: instant('last_seen_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.taskId, table.localPart] })],
);

/** What became of a sign-in at a provider. `exchanging`: its code is being exchanged, so its answer was used. */
export type SignInState = 'waiting' | 'exchanging' | 'done' | 'denied' | 'other-account' | 'failed';

/** A sign-in at a provider for an import. It is deleted once an import takes its tokens. */
export const mailImportSignIn = pgTable(
  'mail_import_sign_in',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    signInId: uuid('sign_in_id').notNull(),
    /** The hash of the session, or of the mailed link, that started it: nobody else may use it. */
    startedBy: text('started_by').notNull(),
    provider: text('provider').$type<SignInProvider>().notNull(),
    /** The address that was typed. */
    remoteEmail: text('remote_email').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** Hashes of what the provider's answer repeats, and of what only the browser that started it knows. */
    stateHash: text('state_hash').notNull(),
    browserHash: text('browser_hash').notNull(),
    /** The PKCE verifier and the nonce; null once they were used. */
    sealedChecks: text('sealed_checks'),
    state: text('state').$type<SignInState>().notNull(),
    /** The account that was signed in to, if it differs from the typed one. */
    otherEmail: text('other_email'),
    sealedTokens: text('sealed_tokens'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.signInId] }),
    uniqueIndex('mail_import_sign_in_state').on(table.stateHash),
    index('mail_import_sign_in_expires').on(table.expiresAt),
  ],
);

/** An access that is no longer needed and still has to be ended at its provider. It holds the last copy of the tokens. */
export const mailImportRevocation = pgTable(
  'mail_import_revocation',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    revocationId: uuid('revocation_id').notNull(),
    provider: text('provider').$type<SignInProvider>().notNull(),
    remoteEmail: text('remote_email').notNull(),
    /** The import or sign-in that the tokens are sealed for. */
    ownerId: uuid('owner_id').notNull(),
    sealedTokens: text('sealed_tokens').notNull(),
    since: instant('since').notNull(),
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.revocationId] }),
    index('mail_import_revocation_due').on(table.nextTryAt),
  ],
);
