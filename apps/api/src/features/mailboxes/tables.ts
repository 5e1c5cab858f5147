import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
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
import { bundleId, bytewiseText, customerId, instant } from '../../db/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const mailbox = pgTable(
  'mailbox',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    address: bytewiseText('address').notNull(),
    displayName: text('display_name').notNull(),
    isAdmin: boolean('is_admin').notNull(),
    /** `creating` until the mail backend has it, `deleting` until the backend has removed it. */
    state: text('state').$type<'creating' | 'ready' | 'deleting'>().notNull(),
    suspended: boolean('suspended').notNull(),
    passwordHash: text('password_hash'),
    alternateEmail: text('alternate_email'),
    /** The language that the person chose in the panel; mails to them are in it. Null: that of the domain. */
    chosenLocale: text('chosen_locale'),
    quotaMb: integer('quota_mb').notNull(),
    flags: jsonb('flags').$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The mailbox that is removed when this one is ready, in a replacement. */
    replacesMailboxId: uuid('replaces_mailbox_id'),
    /** The address that the mail store keeps it under, if that differs because the domain has changed since. */
    storedAs: text('stored_as'),
    /** Its address before a change of the domain, until it has moved in the mail store. */
    movingFrom: text('moving_from'),
    /** Address and display name in lower case, on separate lines, for searches of three letters or more. */
    searchText: text('search_text').notNull(),
    /** For the release before this one: this one searches `searchFolded` and `searchPairs`. */
    searchWords: tsvector('search_words')
      .notNull()
      .generatedAlwaysAs(sql`array_to_tsvector(array_remove(regexp_split_to_array(search_text, '[[:space:]]+'), ''))`),
    /** The same text without accents, as `foldForSearch` of the domain folds a word that is looked for. */
    searchFolded: text('search_folded').notNull().generatedAlwaysAs(sql`fold_for_search(search_text)`),
    /** Each letter and each pair of letters in it, for words that are too short for the trigram index. */
    searchPairs: text('search_pairs')
      .array()
      .notNull()
      .generatedAlwaysAs(sql`letters_and_pairs(fold_for_search(search_text))`),
    /** The name that the list shows, without accents, to sort by. */
    nameKey: bytewiseText('name_key').notNull().generatedAlwaysAs(sql`name_to_sort_by(fold_for_search(search_text))`),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.mailboxId] }),
    // A mailbox being deleted keeps its row until the backend has removed it, but not its address.
    uniqueIndex('mailbox_address').on(table.customerId, table.bundleId, table.address).where(sql`state <> 'deleting'`),
    index('mailbox_id').on(table.mailboxId),
    index('mailbox_moving').on(table.customerId, table.bundleId).where(sql`moving_from is not null`),
    index('mailbox_unsettled').on(table.createdAt).where(sql`state <> 'ready'`),
    index('mailbox_search_text').using('gin', table.bundleId, sql`search_text gin_trgm_ops`),
    index('mailbox_search_words').using('gin', table.bundleId, table.searchWords),
    index('mailbox_search_folded').using('gin', table.bundleId, sql`search_folded gin_trgm_ops`),
    index('mailbox_search_pairs').using('gin', table.bundleId, table.searchPairs),
    index('mailbox_by_name')
      .on(table.customerId, table.bundleId, table.nameKey, table.address)
      .where(sql`state = 'ready'`),
    index('mailbox_by_creation')
      .on(table.customerId, table.bundleId, table.createdAt, table.address)
      .where(sql`state = 'ready'`),
    index('mailbox_suspended')
      .on(table.customerId, table.bundleId, table.address)
      .where(sql`state = 'ready' and suspended`),
    index('mailbox_admin').on(table.customerId, table.bundleId, table.address).where(sql`state = 'ready' and is_admin`),
  ],
);

/**
 * What changes with every mail and every sign-in and the list is sorted by: a narrow row for each mailbox, so that neither writes the wide
 * row with its many indexes. Triggers keep it, as the mail server writes the usage itself (ADR 94).
 */
export const mailboxFigures = pgTable(
  'mailbox_figures',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
    /** 1970 for a mailbox that nobody has signed in with. */
    lastSignInAt: instant('last_sign_in_at').notNull().default(sql`'epoch'`),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.mailboxId] }),
    index('mailbox_figures_usage').on(table.customerId, table.bundleId, table.usedBytes, table.mailboxId),
    index('mailbox_figures_sign_in').on(table.customerId, table.bundleId, table.lastSignInAt, table.mailboxId),
  ],
);

/** A replaced alternate email, which can be restored for a while by a mailed link. Only the hash of its token is stored. */
export const formerAddress = pgTable(
  'former_address',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** In the order of the changes. */
    number: bigserial('number', { mode: 'number' }).notNull(),
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    /** Null if there was none. */
    formerEmail: text('former_email'),
    changedAt: instant('changed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('former_address_mailbox').on(table.customerId, table.mailboxId),
    index('former_address_expiry').on(table.expiresAt),
  ],
);

/** Why a mailbox is suspended, one row per reason. It is active again when the last one is lifted. */
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
