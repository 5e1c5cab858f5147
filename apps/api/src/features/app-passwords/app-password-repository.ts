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
  key: MailboxKey & { appPasswordId: string },
): Promise<string | null> {
  const [row] = await tx
    .delete(appPassword)
    .where(and(ofMailbox(appPassword, key), eq(appPassword.appPasswordId, key.appPasswordId)))
    .returning({ name: appPassword.name });
  return row?.name ?? null;
}

/** All of a mailbox: with a new password, and with the mailbox itself. */
export const deleteAppPasswordsOf = (tx: Queryable, { customerId, mailboxId }: Omit<MailboxKey, 'bundleId'>) =>
  tx.delete(appPassword).where(and(eq(appPassword.customerId, customerId), eq(appPassword.mailboxId, mailboxId)));

/** Holds the mailbox until the transaction ends, so that its passwords are counted by one call at a time; false when it is gone. */
export async function lockOwner(tx: Queryable, key: MailboxKey): Promise<boolean> {
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofMailbox(mailbox, key), eq(mailbox.state, 'ready')))
    .for('update');
  return rows.length === 1;
}
