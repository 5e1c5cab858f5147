import { and, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailbox } from './tables.ts';

export type LockedMailbox = typeof mailbox.$inferSelect;

const ofDomain = ({ customerId, bundleId }: BundleKey) => ofBundle(mailbox, { customerId, bundleId });

/** A mailbox that the backend has, locked until the transaction ends; null if the domain has none like it. */
async function lockMailbox(tx: Queryable, key: BundleKey, which: SQL): Promise<LockedMailbox | null> {
  const [row] = await tx
    .select()
    .from(mailbox)
    .where(and(ofDomain(key), which, eq(mailbox.state, 'ready')))
    .for('update');
  return row ?? null;
}

export const lockMailboxByAddress = (tx: Queryable, key: BundleKey, address: string) =>
  lockMailbox(tx, key, eq(mailbox.address, address));

export const lockMailboxById = (tx: Queryable, key: BundleKey, mailboxId: string) =>
  lockMailbox(tx, key, eq(mailbox.mailboxId, mailboxId));

/** The same without a lock, for what only reads. */
export async function findMailbox(
  tx: Queryable,
  key: BundleKey,
  by: { mailboxId: string } | { address: string },
): Promise<LockedMailbox | null> {
  const which = 'address' in by ? eq(mailbox.address, by.address) : eq(mailbox.mailboxId, by.mailboxId);
  const [row] = await tx
    .select()
    .from(mailbox)
    .where(and(ofDomain(key), which, eq(mailbox.state, 'ready')));
  return row ?? null;
}

/** The domain's mailboxes among the given addresses. */
export async function listMailboxesByAddress(tx: Queryable, key: BundleKey, addresses: string[]) {
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`;
  return tx
    .select({
      mailboxId: mailbox.mailboxId,
      address: mailbox.address,
      isAdmin: mailbox.isAdmin,
      suspended: mailbox.suspended,
      alternateEmail: mailbox.alternateEmail,
    })
    .from(mailbox)
    .where(and(ofDomain(key), inArray(mailbox.address, wanted), eq(mailbox.state, 'ready')));
}

/** The number of active admins other than this one. It is reliable only while the bundle is locked. */
export const countOtherActiveAdmins = (tx: Queryable, key: BundleKey, mailboxId: string): Promise<number> =>
  countActiveAdmins(tx, key, ne(mailbox.mailboxId, mailboxId));

/** The number of admins who aren't suspended, optionally narrowed down by a condition. */
export async function countActiveAdmins(tx: Queryable, key: BundleKey, which?: SQL): Promise<number> {
  const [row] = await tx
    .select({ admins: count() })
    .from(mailbox)
    .where(
      and(ofDomain(key), which, eq(mailbox.isAdmin, true), eq(mailbox.suspended, false), eq(mailbox.state, 'ready')),
    );
  return row?.admins ?? 0;
}

type Change = Partial<
  Pick<LockedMailbox, 'isAdmin' | 'suspended' | 'alternateEmail' | 'flags' | 'state' | 'passwordHash'>
>;

export const changeMailbox = (tx: Queryable, key: BundleKey, mailboxId: string, change: Change) =>
  tx
    .update(mailbox)
    .set(change)
    .where(and(ofDomain(key), eq(mailbox.mailboxId, mailboxId)));

/** Deletes the row of a mailbox that the backend has removed. */
export const deleteRemovedMailbox = (tx: Queryable, key: BundleKey, mailboxId: string) =>
  tx.delete(mailbox).where(and(ofDomain(key), eq(mailbox.mailboxId, mailboxId), eq(mailbox.state, 'deleting')));

/** Whether another request is already replacing this mailbox. */
export async function isBeingReplaced(tx: Queryable, key: BundleKey, mailboxId: string): Promise<boolean> {
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofDomain(key), eq(mailbox.replacesMailboxId, mailboxId), eq(mailbox.state, 'creating')))
    .limit(1);
  return rows.length > 0;
}

/** The domain's admins who aren't suspended, by address. */
export const listActiveAdmins = (tx: Queryable, key: BundleKey, limit: number) =>
  tx
    .select({ email: mailbox.address, displayName: mailbox.displayName })
    .from(mailbox)
    .where(
      and(ofBundle(mailbox, key), eq(mailbox.isAdmin, true), eq(mailbox.suspended, false), eq(mailbox.state, 'ready')),
    )
    .orderBy(mailbox.address)
    .limit(limit);
