import type { MailBackend, MailboxRef } from '@postern/adapter-mail/port';
import { sql } from 'drizzle-orm';
import type { BundleKey } from '../../../db/bundle-key.ts';
import type { Database } from '../../../db/client.ts';
import type { Log } from '../../../runtime/log.ts';
import { deleteRemovedMailbox } from '../administration-repository.ts';

export type RemovalDeps = { db: Database; mail: MailBackend };

/**
 * Removes a mailbox that the panel has deleted from the mail server, and then deletes its row. True when that is done. A failure is
 * logged and left to settle-unconfirmed-mailboxes, because for the panel the mailbox is gone either way.
 */
export async function removeFromBackend(
  deps: RemovalDeps,
  log: Pick<Log, 'warn'>,
  { customerId, bundleId, mailboxId, address, storedAs = null }: BundleKey & MailboxRef,
): Promise<boolean> {
  try {
    await deps.mail.endSessions({ mailboxId, address });
    await deps.mail.deleteMailbox({ mailboxId, address, storedAs });
  } catch (error) {
    log.warn({ err: error, mailboxId }, 'mailbox not removed yet');
    return false;
  }
  await deps.db.asSystem(async (tx) => {
    await deleteRemovedMailbox(tx, { customerId, bundleId }, mailboxId);
    // If the address already has a new owner, the usage belongs to that owner.
    await tx.execute(sql`delete from mail_usage where address = ${address}
      and not exists (select from name_registry where name = ${address} and kind = 'mailbox')`);
  });
  return true;
}
