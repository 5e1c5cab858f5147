import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { nameRegistry } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { forwarder, forwarderRecipient } from './tables.ts';

type Key = BundleKey & { forwarderId: string };
export type ForwarderRow = {
  forwarderId: string;
  address: string;
  recipients: { mailboxId: string; address: string }[];
};

const ofDomain = ({ customerId, bundleId }: BundleKey) => ofBundle(forwarder, { customerId, bundleId });

const recipientsOf = ({ customerId, bundleId, forwarderId }: Key) =>
  and(ofBundle(forwarderRecipient, { customerId, bundleId }), eq(forwarderRecipient.forwarderId, forwarderId));

/** The domain's forwarders by address, each with its recipients by address. */
export const listForwarderRows = (tx: Queryable, key: BundleKey): Promise<ForwarderRow[]> =>
  readRows(tx, ofDomain(key));

export async function findForwarder(tx: Queryable, key: BundleKey, address: string): Promise<ForwarderRow | null> {
  const [row] = await readRows(tx, and(ofDomain(key), eq(forwarder.address, address)));
  return row ?? null;
}

async function readRows(tx: Queryable, which: SQL | undefined): Promise<ForwarderRow[]> {
  const rows = await tx
    .select({
      forwarderId: forwarder.forwarderId,
      address: forwarder.address,
      recipient: { mailboxId: mailbox.mailboxId, address: mailbox.address },
    })
    .from(forwarder)
    .innerJoin(
      forwarderRecipient,
      and(ofBundle(forwarderRecipient, forwarder), eq(forwarderRecipient.forwarderId, forwarder.forwarderId)),
    )
    .innerJoin(mailbox, and(ofBundle(mailbox, forwarderRecipient), eq(mailbox.mailboxId, forwarderRecipient.mailboxId)))
    .where(which)
    .orderBy(asc(forwarder.address), asc(mailbox.address));
  const found = new Map<string, ForwarderRow>();
  for (const { forwarderId, address, recipient } of rows) {
    const row = found.get(forwarderId) ?? { forwarderId, address, recipients: [] };
    row.recipients.push(recipient);
    found.set(forwarderId, row);
  }
  return [...found.values()];
}

/** The count is reliable only while the bundle is locked. */
export async function countForwarders(tx: Queryable, key: BundleKey): Promise<number> {
  const [row] = await tx.select({ forwarders: count() }).from(forwarder).where(ofDomain(key));
  return row?.forwarders ?? 0;
}

export const insertForwarder = (tx: Queryable, row: typeof forwarder.$inferInsert) => tx.insert(forwarder).values(row);

export const insertRecipients = (tx: Queryable, { customerId, bundleId, forwarderId }: Key, mailboxIds: string[]) =>
  tx
    .insert(forwarderRecipient)
    .values(mailboxIds.map((mailboxId) => ({ customerId, bundleId, forwarderId, mailboxId })))
    .onConflictDoNothing();

export const deleteRecipients = (tx: Queryable, key: Key, mailboxIds: string[]) =>
  tx.delete(forwarderRecipient).where(and(recipientsOf(key), inArray(forwarderRecipient.mailboxId, mailboxIds)));

export async function deleteForwarderRows(tx: Queryable, key: Key): Promise<void> {
  await tx.delete(forwarderRecipient).where(recipientsOf(key));
  await tx.delete(forwarder).where(and(ofDomain(key), eq(forwarder.forwarderId, key.forwarderId)));
}

/** What the tenant's addresses are. A mailbox that is still being created, or being deleted, has no id here. */
export async function listNames(tx: Queryable, key: BundleKey, addresses: string[]) {
  return tx
    .select({ address: nameRegistry.name, kind: nameRegistry.kind, mailboxId: mailbox.mailboxId })
    .from(nameRegistry)
    .leftJoin(
      mailbox,
      and(ofBundle(mailbox, nameRegistry), eq(mailbox.mailboxId, nameRegistry.targetId), eq(mailbox.state, 'ready')),
    )
    .where(and(ofBundle(nameRegistry, key), inArray(nameRegistry.name, addresses)));
}
