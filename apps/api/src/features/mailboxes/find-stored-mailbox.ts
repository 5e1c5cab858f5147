import type { MailboxRef } from '@postern/adapter-mail/port';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { mailbox } from './tables.ts';

/** A mailbox by its id alone, as the mail store knows it; null if it is gone. */
export async function findStoredMailbox(tx: Queryable, mailboxId: string): Promise<MailboxRef | null> {
  const [found] = await tx
    .select({
      mailboxId: mailbox.mailboxId,
      // Until a change of the domain has reached the mail store, its folder has the former name.
      storedAs: sql<string>`coalesce(${mailbox.storedAs}, ${mailbox.movingFrom}, ${mailbox.address})`,
      address: mailbox.address,
    })
    .from(mailbox)
    .where(and(eq(mailbox.mailboxId, mailboxId), eq(mailbox.state, 'ready')));
  return found ?? null;
}
