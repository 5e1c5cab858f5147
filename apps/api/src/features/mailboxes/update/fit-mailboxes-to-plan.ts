import { mailboxQuotaMb, type PlanFeature, sharedQuotaMb } from '@postern/domain/plans';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../../db/client.ts';
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

/** What the add-ons of all mailboxes of a domain add to its storage, in MB. */
export async function readAddedMegabytes(tx: Queryable, { customerId, bundleId }: BundleKey): Promise<number> {
  const [row] = await rowsOf<{ mb: number }>(
    tx,
    sql`select added_storage_mb(${customerId}::uuid, ${bundleId}::uuid)::float8 as mb`,
  );
  return row?.mb ?? 0;
}

/** Whether what is stored has room in a plan, with the add-ons that there are: in each mailbox, or in all of them together. */
export async function readRoomInPlans(
  tx: Queryable,
  key: BundleKey,
): Promise<(plan: { features: readonly PlanFeature[] }) => boolean> {
  const stored = await readStoredMegabytes(tx, key);
  const addedMb = await readAddedMegabytes(tx, key);
  return (plan) => {
    const each = mailboxQuotaMb(plan);
    const shared = sharedQuotaMb(plan);
    return (each === null || stored.largest <= each) && (shared === null || stored.all <= shared + addedMb);
  };
}

/**
 * Sets the storage of all or some of a domain's mailboxes to the plan's plus their add-ons', in the transaction of the change. The mail
 * servers read it from the row. Where a plan's mailboxes share their storage, what any add-on adds is shared by all.
 */
export async function fitMailboxesToPlan(
  tx: Queryable,
  key: BundleKey,
  plan: { features: readonly PlanFeature[] },
  only?: readonly string[],
): Promise<void> {
  const planMb = mailboxQuotaMb(plan);
  const sharedMb = sharedQuotaMb(plan);
  if (planMb === null && sharedMb === null) return;
  if (planMb === null) {
    const allMb = (sharedMb ?? 0) + (await readAddedMegabytes(tx, key));
    await tx
      .update(mailbox)
      .set({ quotaMb: allMb })
      .where(and(ofBundle(mailbox, key), eq(mailbox.state, 'ready'), ne(mailbox.quotaMb, allMb)));
    return;
  }
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
