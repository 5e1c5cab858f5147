import { and, desc, eq } from 'drizzle-orm';
import { type MailboxKey, ofMailbox } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { appPassword } from './tables.ts';

export type AppPasswordRow = typeof appPassword.$inferSelect;
/** Newest first. */
export const listAppPasswordRows = (tx: Queryable, key: MailboxKey): Promise<AppPasswordRow[]> =>
  tx
    .select()
    .from(appPassword)
    .where(ofMailbox(appPassword, key))
    .orderBy(desc(appPassword.createdAt), appPassword.appPasswordId);

/** Inserts an app password. A repeated request replaces the secret, as nobody was shown the first one. */
export const putAppPassword = (tx: Queryable, row: AppPasswordRow) =>
  tx
    .insert(appPassword)
    .values(row)
    .onConflictDoUpdate({
      target: [appPassword.customerId, appPassword.bundleId, appPassword.mailboxId, appPassword.appPasswordId],
      set: { secretHash: row.secretHash },
    });

/** Returns the name of the deleted app password, or null if there was none. */
export async function deleteAppPasswordRow(
  tx: Queryable,
  key: MailboxKey & { appPasswordId: string },
): Promise<string | null> {
  const [row] = await tx
    .delete(appPassword)
    .where(and(ofMailbox(appPassword, key), eq(appPassword.appPasswordId, key.appPasswordId)))
    .returning({ name: appPassword.name });
  return row?.name ?? null;
}

/** Deletes a mailbox's app passwords, when its password changes or the mailbox is deleted. */
export const deleteAppPasswordsOf = (tx: Queryable, { customerId, mailboxId }: Omit<MailboxKey, 'bundleId'>) =>
  tx.delete(appPassword).where(and(eq(appPassword.customerId, customerId), eq(appPassword.mailboxId, mailboxId)));

/** Locks the mailbox, so that only one call at a time counts its app passwords. False if the mailbox is gone. */
export async function lockOwner(tx: Queryable, key: MailboxKey): Promise<boolean> {
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofMailbox(mailbox, key), eq(mailbox.state, 'ready')))
    .for('update');
  return rows.length === 1;
}
