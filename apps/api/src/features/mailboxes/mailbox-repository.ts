import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { bundle, nameRegistry } from '../bundles/tables.ts';
import { mailbox } from './tables.ts';

export type NewMailbox = Omit<typeof mailbox.$inferInsert, 'searchText' | 'searchWords'>;

export async function readBundle(tx: Queryable, customerId: string, bundleId: string) {
  const [row] = await tx
    .select({
      domainName: bundle.domainName,
      mailboxCount: bundle.mailboxCount,
      catchAllMailboxId: bundle.catchAllMailboxId,
      partnerId: bundle.partnerId,
      locale: bundle.locale,
    })
    .from(bundle)
    .where(and(eq(bundle.customerId, customerId), eq(bundle.bundleId, bundleId)));
  return row ?? null;
}

/** The same, locked until the transaction ends: who holds it may count mailboxes. */
export async function lockBundle(tx: Queryable, customerId: string, bundleId: string) {
  const [row] = await tx
    .select({
      domainName: bundle.domainName,
      mailboxCount: bundle.mailboxCount,
      catchAllMailboxId: bundle.catchAllMailboxId,
      partnerId: bundle.partnerId,
    })
    .from(bundle)
    .where(and(eq(bundle.customerId, customerId), eq(bundle.bundleId, bundleId)))
    .for('update');
  return row ?? null;
}

/** Takes the name for good, or tells who has it. Two tenants asking at once: one gets it. */
export async function registerName(tx: Queryable, row: typeof nameRegistry.$inferInsert): Promise<boolean> {
  return (await registerNames(tx, [row])).has(row.name);
}

/** The same for many names; those that were free. */
export async function registerNames(tx: Queryable, rows: (typeof nameRegistry.$inferInsert)[]): Promise<Set<string>> {
  const taken = await tx.insert(nameRegistry).values(rows).onConflictDoNothing().returning({ name: nameRegistry.name });
  return new Set(taken.map(({ name }) => name));
}

export const releaseName = (tx: Queryable, customerId: string, name: string) =>
  tx.delete(nameRegistry).where(and(eq(nameRegistry.customerId, customerId), eq(nameRegistry.name, name)));

export const insertMailbox = (tx: Queryable, row: NewMailbox) => insertMailboxes(tx, [row]);

export const insertMailboxes = (tx: Queryable, rows: NewMailbox[]) =>
  tx
    .insert(mailbox)
    .values(
      rows.map(
        (row) =>
          ({ ...row, searchText: `${row.address}\n${row.displayName.toLowerCase()}` }) as typeof mailbox.$inferInsert,
      ),
    );

export const addToMailboxCount = (tx: Queryable, customerId: string, bundleId: string, change: number) =>
  tx
    .update(bundle)
    .set({ mailboxCount: sql`${bundle.mailboxCount} + ${change}` })
    .where(and(eq(bundle.customerId, customerId), eq(bundle.bundleId, bundleId)));

/** True when this call moved it; false when somebody else did, or it is gone. */
export async function markMailboxReady(
  tx: Queryable,
  customerId: string,
  bundleId: string,
  mailboxId: string,
): Promise<boolean> {
  return (await markMailboxesReady(tx, customerId, bundleId, [mailboxId])).length === 1;
}

/** The same for many; those that this call moved. */
export async function markMailboxesReady(
  tx: Queryable,
  customerId: string,
  bundleId: string,
  mailboxIds: string[],
): Promise<{ mailboxId: string }[]> {
  return tx
    .update(mailbox)
    .set({ state: 'ready' })
    .where(
      and(
        eq(mailbox.customerId, customerId),
        eq(mailbox.bundleId, bundleId),
        inArray(mailbox.mailboxId, mailboxIds),
        eq(mailbox.state, 'creating'),
      ),
    )
    .returning({ mailboxId: mailbox.mailboxId });
}

/** Takes back a mailbox that the backend refused, with its name and its place in the count; false when it isn't waiting. */
export async function releaseMailbox(
  tx: Queryable,
  customerId: string,
  bundleId: string,
  mailboxId: string,
): Promise<boolean> {
  const [gone] = await tx
    .delete(mailbox)
    .where(
      and(
        eq(mailbox.customerId, customerId),
        eq(mailbox.bundleId, bundleId),
        eq(mailbox.mailboxId, mailboxId),
        eq(mailbox.state, 'creating'),
      ),
    )
    .returning({ address: mailbox.address });
  if (gone === undefined) return false;
  await releaseName(tx, customerId, gone.address);
  await addToMailboxCount(tx, customerId, bundleId, -1);
  return true;
}

/** Makes the oldest mailbox an admin; its address, or null when there is none. */
export async function promoteOldestMailbox(
  tx: Queryable,
  customerId: string,
  bundleId: string,
): Promise<string | null> {
  const ofBundle = and(eq(mailbox.customerId, customerId), eq(mailbox.bundleId, bundleId));
  const [oldest] = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofBundle, eq(mailbox.suspended, false), ne(mailbox.state, 'deleting')))
    .orderBy(asc(mailbox.createdAt), asc(mailbox.mailboxId))
    .limit(1);
  if (oldest === undefined) return null;
  const [row] = await tx
    .update(mailbox)
    .set({ isAdmin: true })
    .where(and(ofBundle, eq(mailbox.mailboxId, oldest.mailboxId)))
    .returning({ address: mailbox.address });
  return row?.address ?? null;
}

/** Mailboxes whose backend has not been heard of: new ones after a while, those on their way out at once. Oldest first. */
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

/** Whether this mailbox was reserved by an earlier try of the same request. */
export async function isOwnAttempt(
  tx: Queryable,
  customerId: string,
  bundleId: string,
  mailboxId: string,
  address: string,
): Promise<boolean> {
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(
      and(
        eq(mailbox.customerId, customerId),
        eq(mailbox.bundleId, bundleId),
        eq(mailbox.mailboxId, mailboxId),
        eq(mailbox.address, address),
      ),
    );
  return rows.length === 1;
}

/** Whether the domain has an admin who isn't suspended. */
export async function hasAdmin(tx: Queryable, customerId: string, bundleId: string): Promise<boolean> {
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(
      and(
        eq(mailbox.customerId, customerId),
        eq(mailbox.bundleId, bundleId),
        eq(mailbox.isAdmin, true),
        eq(mailbox.suspended, false),
        ne(mailbox.state, 'deleting'),
      ),
    )
    .limit(1);
  return rows.length === 1;
}
