import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { appPassword } from './tables.ts';

export type AppPasswordRow = typeof appPassword.$inferSelect;
/** Whose app passwords. */
export type OwnerKey = { customerId: string; bundleId: string; mailboxId: string };

const ofMailbox = ({ customerId, bundleId, mailboxId }: OwnerKey) =>
  and(eq(appPassword.customerId, customerId), eq(appPassword.bundleId, bundleId), eq(appPassword.mailboxId, mailboxId));

/** Newest first. */
export const listAppPasswordRows = (tx: Queryable, key: OwnerKey): Promise<AppPasswordRow[]> =>
  tx.select().from(appPassword).where(ofMailbox(key)).orderBy(desc(appPassword.createdAt), appPassword.appPasswordId);

/** Puts it there; a repeated request, whose first secret nobody was shown, gets another one. */
export const putAppPassword = (tx: Queryable, row: AppPasswordRow) =>
  tx
    .insert(appPassword)
    .values(row)
    .onConflictDoUpdate({
      target: [appPassword.customerId, appPassword.bundleId, appPassword.mailboxId, appPassword.appPasswordId],
      set: { secretHash: row.secretHash },
    });

/** The name of the deleted one, or null when there was none. */
export async function deleteAppPasswordRow(
  tx: Queryable,
  key: OwnerKey & { appPasswordId: string },
): Promise<string | null> {
  const [row] = await tx
    .delete(appPassword)
    .where(and(ofMailbox(key), eq(appPassword.appPasswordId, key.appPasswordId)))
    .returning({ name: appPassword.name });
  return row?.name ?? null;
}

/** All of a mailbox: with a new password, and with the mailbox itself. */
export const deleteAppPasswordsOf = (tx: Queryable, { customerId, mailboxId }: Omit<OwnerKey, 'bundleId'>) =>
  tx.delete(appPassword).where(and(eq(appPassword.customerId, customerId), eq(appPassword.mailboxId, mailboxId)));
