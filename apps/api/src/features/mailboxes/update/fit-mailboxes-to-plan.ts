import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { mailbox, mailboxFigures } from '../tables.ts';

const BYTES_A_MB = 1_048_576;

/** The most that any mailbox of a domain stores beyond its add-ons' storage, and the mail of all mailboxes together, in MB. */
export async function readStoredMegabytes(tx: Queryable, key: BundleKey): Promise<{ largest: number; all: number }> {
  const [row] = await tx
    .select({
      largest: sql<string>`greatest(coalesce(max(${mailboxFigures.usedBytes} - ${BYTES_A_MB} * (
        select coalesce(sum(o.storage_mb), 0)::bigint from order_add_on o where o.customer_id = ${mailboxFigures.customerId}
          and o.bundle_id = ${mailboxFigures.bundleId} and o.mailbox_id = ${mailboxFigures.mailboxId} and not o.ended)), 0), 0)`,
      all: sql<string>`coalesce(sum(${mailboxFigures.usedBytes}), 0)`,
    })
    .from(mailboxFigures)
    .where(ofBundle(mailboxFigures, key));
  return { largest: Number(row?.largest ?? 0) / BYTES_A_MB, all: Number(row?.all ?? 0) / BYTES_A_MB };
}

/**
 * Sets the storage of all or some of a domain's mailboxes to the plan's plus their add-ons', in the transaction of the change. The mail
 * servers read it from the row.
 */
export async function fitMailboxesToPlan(
  tx: Queryable,
  key: BundleKey,
  planMb: number,
  only?: readonly string[],
): Promise<void> {
  const added = sql<number>`(select coalesce(sum(o.storage_mb), 0)::int from order_add_on o
    where o.customer_id = ${mailbox.customerId} and o.bundle_id = ${mailbox.bundleId} and o.mailbox_id = ${mailbox.mailboxId} and not o.ended)`;
  const quotaMb = sql<number>`${planMb}::int + ${added}`;
  await tx
    .update(mailbox)
    .set({ quotaMb })
    .where(
      and(
        ofBundle(mailbox, key),
        eq(mailbox.state, 'ready'),
        ne(mailbox.quotaMb, quotaMb),
        only === undefined ? undefined : inArray(mailbox.mailboxId, [...only]),
      ),
    );
}
