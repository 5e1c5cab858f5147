import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { bundleId, customerId, instant } from './columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
/** Compared byte by byte: keyset pages need one order, the same on every machine. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Every name that must be unique over all tenants: domains, mailboxes, aliases, forwarders. Written in the change's transaction. */
export const nameRegistry = pgTable('name_registry', {
  name: text('name').primaryKey(),
  /** `former-domain`: its addresses still lead to those of the domain that the bundle has now. */
  kind: text('kind').$type<'domain' | 'former-domain' | 'mailbox' | 'alias' | 'forwarder'>().notNull(),
  customerId: uuid('customer_id').notNull(),
  bundleId: uuid('bundle_id').notNull(),
  /** The mailbox, alias or forwarder; the bundle for a domain, of now or of formerly. */
  targetId: uuid('target_id').notNull(),
});

export const mailbox = pgTable(
  'mailbox',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    address: bytewiseText('address').notNull(),
    displayName: text('display_name').notNull(),
    isAdmin: boolean('is_admin').notNull(),
    /** `creating` until the mail backend has it, `deleting` until the backend has let go of it. */
    state: text('state').$type<'creating' | 'ready' | 'deleting'>().notNull(),
    suspended: boolean('suspended').notNull(),
    passwordHash: text('password_hash'),
    alternateEmail: text('alternate_email'),
    quotaMb: integer('quota_mb').notNull(),
    flags: jsonb('flags').$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The mailbox that goes when this one is ready: both belong to one call of delete-and-create. */
    replacesMailboxId: uuid('replaces_mailbox_id'),
    /** The address that its place in the mail store is named after, when that is another: the domain has changed since. */
    storedAs: text('stored_as'),
    /** Its address before the change of the domain, until the mail store has heard of it. */
    movingFrom: text('moving_from'),
    /** Address and display name in lower case, on a line each; what a search of three letters or more looks through. */
    searchText: text('search_text').notNull(),
    /** The address and each word of the name; what a search of one or two letters looks through, by prefix. */
    searchWords: tsvector('search_words')
      .notNull()
      .generatedAlwaysAs(sql`array_to_tsvector(array_remove(regexp_split_to_array(search_text, '[[:space:]]+'), ''))`),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.mailboxId] }),
    // One that is on its way out keeps its row until the backend has let go of it, not its address.
    uniqueIndex('mailbox_address').on(table.customerId, table.bundleId, table.address).where(sql`state <> 'deleting'`),
    index('mailbox_id').on(table.mailboxId),
    index('mailbox_moving').on(table.customerId, table.bundleId).where(sql`moving_from is not null`),
    index('mailbox_unsettled').on(table.createdAt).where(sql`state <> 'ready'`),
    index('mailbox_search_text').using('gin', table.bundleId, sql`search_text gin_trgm_ops`),
    index('mailbox_search_words').using('gin', table.bundleId, table.searchWords),
  ],
);

/** Why a mailbox is suspended, one row a reason; it is active again when the last one is lifted. */
export const mailboxSuspension = pgTable(
  'mailbox_suspension',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    suspensionId: uuid('suspension_id').notNull(),
    reason: text('reason').notNull(),
    byRole: text('by_role').notNull(),
    byEmail: text('by_email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId, table.mailboxId, table.suspensionId] })],
);

export const mailAlias = pgTable(
  'mail_alias',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    aliasId: uuid('alias_id').notNull(),
    mailboxId: uuid('mailbox_id').notNull(),
    address: text('address').notNull(),
    displayName: text('display_name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.aliasId] }),
    index('mail_alias_mailbox').on(table.customerId, table.bundleId, table.mailboxId),
  ],
);

export const forwarder = pgTable(
  'forwarder',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    forwarderId: uuid('forwarder_id').notNull(),
    address: text('address').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId, table.forwarderId] })],
);

/** To whom a forwarder passes mail on; it has at least one, and goes with its last. */
export const forwarderRecipient = pgTable(
  'forwarder_recipient',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    forwarderId: uuid('forwarder_id').notNull(),
    mailboxId: uuid('mailbox_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.forwarderId, table.mailboxId] }),
    index('forwarder_recipient_mailbox').on(table.customerId, table.bundleId, table.mailboxId),
  ],
);

/** What the mail store holds, written by the mail server that serves it; keyed by address because that is all Dovecot knows. */
export const mailUsage = pgTable('mail_usage', {
  address: bytewiseText('address').primaryKey(),
  // The mail server writes one figure after the other.
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  messages: bigint('messages', { mode: 'number' }).notNull().default(0),
});
