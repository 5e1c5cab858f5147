import { and, eq } from 'drizzle-orm';
import { type MailboxKey, ofMailbox } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailbox, mailboxFigures } from './tables.ts';

/** A mailbox with the room that it has now. */
export type MailboxRoom = { mailboxId: string; address: string; usedBytes: number; quotaBytes: number };

const BYTES_A_MB = 1_048_576;

/** Null if the mailbox is gone. */
export async function readMailboxRoom(tx: Queryable, key: MailboxKey): Promise<MailboxRoom | null> {
  const [row] = await tx
    .select({
      mailboxId: mailbox.mailboxId,
      address: mailbox.address,
      quotaMb: mailbox.quotaMb,
      used: mailboxFigures.usedBytes,
    })
    .from(mailbox)
    .leftJoin(mailboxFigures, ofMailbox(mailboxFigures, mailbox))
    .where(and(ofMailbox(mailbox, key), eq(mailbox.state, 'ready')));
  if (row === undefined) return null;
  const { mailboxId, address, quotaMb, used } = row;
  return { mailboxId, address, usedBytes: used ?? 0, quotaBytes: quotaMb * BYTES_A_MB };
}
