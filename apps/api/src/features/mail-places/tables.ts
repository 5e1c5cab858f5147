import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** The Dovecot servers that keep mail, if there are several. The first one keeps every mailbox that has no place of its own. ADR 101. */
export const mailBackend = pgTable('mail_backend', {
  name: text('name').primaryKey(),
  /** Its doveadm service, `http://host:port`. */
  doveadmUrl: text('doveadm_url').notNull(),
  /** Where Dovecot's proxy reaches it: an address, and a port for each protocol. */
  host: text('host').notNull(),
  imapPort: integer('imap_port').notNull(),
  pop3Port: integer('pop3_port').notNull(),
  lmtpPort: integer('lmtp_port').notNull(),
  /** Where another backend sends a mailbox that moves here. */
  copyPort: integer('copy_port').notNull(),
  /** The folder of its mail; null: the one of POSTERN_MAIL_STORE_DIR. */
  storeDir: text('store_dir'),
  /** Its share of new mailboxes; 0: none. */
  weight: integer('weight').notNull(),
  addedAt: instant('added_at').notNull(),
});

/** The backend of a mailbox, and its move to another one. A trigger adds the row with the mailbox. */
export const mailboxPlace = pgTable(
  'mailbox_place',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    mailboxId: uuid('mailbox_id').notNull(),
    backend: text('backend').notNull(),
    /** Where it is being copied to; null: nowhere. */
    movingTo: text('moving_to'),
    /** Where it was, as long as mail may still arrive there; and since when new mail goes to `backend`. */
    movingFrom: text('moving_from'),
    switchedAt: instant('switched_at'),
    /** The lease of the process that moves it. */
    leaseUntil: instant('lease_until'),
    leaseBy: bigint('lease_by', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.mailboxId] }),
    index('mailbox_place_of').on(table.mailboxId),
    index('mailbox_place_moving').on(table.mailboxId).where(sql`moving_to is not null or moving_from is not null`),
  ],
);
