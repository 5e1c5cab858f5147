import { and, count, eq, inArray } from 'drizzle-orm';
import { type MailboxKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailAlias } from './tables.ts';

type AliasKey = { customerId: string; bundleId: string; aliasId: string };

const ofMailbox = ({ customerId, bundleId, mailboxId }: MailboxKey) =>
  and(ofBundle(mailAlias, { customerId, bundleId }), eq(mailAlias.mailboxId, mailboxId));

const one = ({ customerId, bundleId, aliasId }: AliasKey) =>
  and(ofBundle(mailAlias, { customerId, bundleId }), eq(mailAlias.aliasId, aliasId));

export const listAliasRows = (tx: Queryable, key: MailboxKey) => tx.select().from(mailAlias).where(ofMailbox(key));

/** The count is reliable only while the mailbox is locked. */
export async function countAliases(tx: Queryable, key: MailboxKey): Promise<number> {
  const [row] = await tx.select({ aliases: count() }).from(mailAlias).where(ofMailbox(key));
  return row?.aliases ?? 0;
}

export const insertAlias = (tx: Queryable, row: typeof mailAlias.$inferInsert) => tx.insert(mailAlias).values(row);

/** Whether this alias was added by an earlier attempt of the same request. */
export async function isOwnAlias(tx: Queryable, key: AliasKey, address: string): Promise<boolean> {
  const rows = await tx
    .select({ aliasId: mailAlias.aliasId })
    .from(mailAlias)
    .where(and(one(key), eq(mailAlias.address, address)));
  return rows.length === 1;
}

/** The renamed alias, or null when there is none. */
export async function renameAlias(
  tx: Queryable,
  key: AliasKey,
  displayName: string,
): Promise<{ address: string; mailboxId: string } | null> {
  const [row] = await tx
    .update(mailAlias)
    .set({ displayName })
    .where(one(key))
    .returning({ address: mailAlias.address, mailboxId: mailAlias.mailboxId });
  return row ?? null;
}

/** Returns the addresses that were deleted. */
export async function deleteAliases(tx: Queryable, key: MailboxKey, addresses: string[]): Promise<string[]> {
  const rows = await tx
    .delete(mailAlias)
    .where(and(ofMailbox(key), inArray(mailAlias.address, addresses)))
    .returning({ address: mailAlias.address });
  return rows.map((row) => row.address);
}
