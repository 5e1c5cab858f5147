import { and, eq, ne, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { mailbox, mailboxFigures } from '../tables.ts';

const BYTES_A_MB = 1_048_576;

/** What the fullest mailbox of a domain holds, and all of them together, in MB. */
export async function readStoredMegabytes(tx: Queryable, key: BundleKey): Promise<{ largest: number; all: number }> {
  const [row] = await tx
    .select({
      largest: sql<string>`coalesce(max(${mailboxFigures.usedBytes}), 0)`,
      all: sql<string>`coalesce(sum(${mailboxFigures.usedBytes}), 0)`,
    })
    .from(mailboxFigures)
    .where(ofBundle(mailboxFigures, key));
  return { largest: Number(row?.largest ?? 0) / BYTES_A_MB, all: Number(row?.all ?? 0) / BYTES_A_MB };
}

/** Gives the mailboxes of a domain the storage of its new plan, in the transaction of the change. */
export async function fitMailboxesToPlan(tx: Queryable, key: BundleKey, quotaMb: number): Promise<void> {
  await tx
    .update(mailbox)
    .set({ quotaMb })
    .where(and(ofBundle(mailbox, key), eq(mailbox.state, 'ready'), ne(mailbox.quotaMb, quotaMb)));
}
