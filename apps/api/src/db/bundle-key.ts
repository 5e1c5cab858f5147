import { and, type Column, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';

/** A tenant and one of its domains: the first columns of every row of a domain, and the key of every call about one. */
export type BundleKey = { customerId: string; bundleId: string };

/** One mailbox of a domain. */
export type MailboxKey = BundleKey & { mailboxId: string };

type Columns<Name extends string> = Record<Name, Column>;
type BundleColumns = Columns<'customerId' | 'bundleId'>;
type MailboxColumns = Columns<'customerId' | 'bundleId' | 'mailboxId'>;

type BundlePlaceholders = Record<keyof BundleKey, Placeholder>;

/** The key of a query that is built once. */
export const SOME_BUNDLE: BundlePlaceholders = {
  customerId: sql.placeholder('customerId'),
  bundleId: sql.placeholder('bundleId'),
};

/** The table's rows of one domain, or of the same domain as another table's row in a join. */
export const ofBundle = (table: BundleColumns, key: BundleKey | BundleColumns | BundlePlaceholders): SQL | undefined =>
  and(eq(table.customerId, key.customerId), eq(table.bundleId, key.bundleId));

/** The table's rows of one mailbox, or of the same mailbox as another table's row in a join. */
export const ofMailbox = (table: MailboxColumns, key: MailboxKey | MailboxColumns): SQL | undefined =>
  and(ofBundle(table, key), eq(table.mailboxId, key.mailboxId));
