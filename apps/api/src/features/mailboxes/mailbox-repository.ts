import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { builtOnce, insertInto, rowsOnce } from '../../db/built-once.ts';
import { type BundleKey, ofBundle, SOME_BUNDLE } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { addToMailboxCount, releaseName } from '../bundles/public.ts';
import { mailbox } from './tables.ts';

export type NewMailbox = Omit<
  typeof mailbox.$inferInsert,
  'searchText' | 'searchWords' | 'searchFolded' | 'searchPairs' | 'nameKey'
>;

export const insertMailbox = (tx: Queryable, row: NewMailbox) => insertMailboxes(tx, [row]);

const insertRows = insertInto(mailbox);

export const insertMailboxes = (tx: Queryable, rows: NewMailbox[]) =>
  insertRows(
    tx,
    rows.map((row) => ({
      ...row,
      passwordHash: row.passwordHash ?? null,
      alternateEmail: row.alternateEmail ?? null,
      chosenLocale: row.chosenLocale ?? null,
      replacesMailboxId: row.replacesMailboxId ?? null,
      storedAs: row.storedAs ?? null,
      movingFrom: row.movingFrom ?? null,
      searchText: `${row.address}\n${row.displayName.toLowerCase()}`,
    })),
  );

/** True if this call changed it; false if another one did, or the mailbox is gone. */
export async function markMailboxReady(tx: Queryable, key: BundleKey, mailboxId: string): Promise<boolean> {
  return (await markOneReady(tx, { customerId: key.customerId, bundleId: key.bundleId, mailboxId })).length === 1;
}

const markOneReady = builtOnce((db) =>
  db
    .update(mailbox)
    .set({ state: 'ready' })
    .where(
      and(
        ofBundle(mailbox, SOME_BUNDLE),
        eq(mailbox.mailboxId, sql.placeholder('mailboxId')),
        eq(mailbox.state, 'creating'),
      ),
    )
    .returning({ mailboxId: mailbox.mailboxId }),
);

/** The same for many. Returns the ids of those that are ready now, also if another process made them ready. */
export async function markMailboxesReady(tx: Queryable, key: BundleKey, mailboxIds: string[]): Promise<Set<string>> {
  await markReady(tx, key, mailboxIds);
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofBundle(mailbox, key), inArray(mailbox.mailboxId, mailboxIds), eq(mailbox.state, 'ready')));
  return new Set(rows.map((row) => row.mailboxId));
}

function markReady(tx: Queryable, key: BundleKey, mailboxIds: string[]): Promise<{ mailboxId: string }[]> {
  return tx
    .update(mailbox)
    .set({ state: 'ready' })
    .where(and(ofBundle(mailbox, key), inArray(mailbox.mailboxId, mailboxIds), eq(mailbox.state, 'creating')))
    .returning({ mailboxId: mailbox.mailboxId });
}

/** Takes back a mailbox that the backend refused, with its name and its count. False if it isn't waiting. */
export async function releaseMailbox(tx: Queryable, key: BundleKey, mailboxId: string): Promise<boolean> {
  const [gone] = await tx
    .delete(mailbox)
    .where(and(ofBundle(mailbox, key), eq(mailbox.mailboxId, mailboxId), eq(mailbox.state, 'creating')))
    .returning({ address: mailbox.address });
  if (gone === undefined) return false;
  await releaseName(tx, key.customerId, gone.address);
  await addToMailboxCount(tx, key, -1);
  return true;
}

/** Makes the oldest mailbox an admin. Returns its address, or null if there is none. */
export async function promoteOldestMailbox(tx: Queryable, key: BundleKey): Promise<string | null> {
  const [oldest] = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofBundle(mailbox, key), eq(mailbox.suspended, false), ne(mailbox.state, 'deleting')))
    .orderBy(asc(mailbox.createdAt), asc(mailbox.mailboxId))
    .limit(1);
  if (oldest === undefined) return null;
  const [row] = await tx
    .update(mailbox)
    .set({ isAdmin: true })
    .where(and(ofBundle(mailbox, key), eq(mailbox.mailboxId, oldest.mailboxId)))
    .returning({ address: mailbox.address });
  return row?.address ?? null;
}

/** Mailboxes that the backend has not confirmed: new ones after a while, those being deleted at once. Oldest first. */
export async function listUnsettledMailboxes(tx: Queryable, before: Date, limit: number) {
  return tx
    .select({
      customerId: mailbox.customerId,
      bundleId: mailbox.bundleId,
      mailboxId: mailbox.mailboxId,
      address: mailbox.address,
      storedAs: mailbox.storedAs,
      state: mailbox.state,
      replacesMailboxId: mailbox.replacesMailboxId,
    })
    .from(mailbox)
    .where(
      or(
        eq(mailbox.state, 'deleting'),
        and(eq(mailbox.state, 'creating'), sql`${mailbox.createdAt} < ${before.toISOString()}`),
      ),
    )
    .orderBy(mailbox.createdAt)
    .limit(limit);
}

/** Whether this mailbox was reserved by an earlier attempt of the same request. */
export async function isOwnAttempt(
  tx: Queryable,
  key: BundleKey,
  mailboxId: string,
  address: string,
): Promise<boolean> {
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofBundle(mailbox, key), eq(mailbox.mailboxId, mailboxId), eq(mailbox.address, address)));
  return rows.length === 1;
}

/** Whether the domain has an admin who isn't suspended. */
export async function hasAdmin(tx: Queryable, key: BundleKey): Promise<boolean> {
  const [row] = await askForAdmin(tx, { customerId: key.customerId, bundleId: key.bundleId });
  return row?.has === true;
}

/** Each state by the index of its own, whatever the plan knows of the domain: most have very few admins among many mailboxes. */
const adminIn = (state: 'ready' | 'creating') => sql`exists (select from mailbox
  where customer_id = ${SOME_BUNDLE.customerId} and bundle_id = ${SOME_BUNDLE.bundleId}
    and state = ${sql.raw(`'${state}'`)} and is_admin and not suspended)`;
const askForAdmin = rowsOnce<BundleKey, { has: boolean }>(
  sql`select ${adminIn('ready')} or ${adminIn('creating')} as has`,
);
