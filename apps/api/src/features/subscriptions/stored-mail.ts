import { mailboxQuotaMb, type PlanFeature, sharedQuotaMb } from '@postern/domain/plans';
import { sql } from 'drizzle-orm';
import type { BundleKey } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';

const BYTES_A_MB = 1_048_576;

/** The most that any mailbox of a domain stores beyond its add-ons' storage, and the mail of all mailboxes together, in MB. */
export async function readStoredMegabytes(
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
): Promise<{ largest: number; all: number }> {
  const [row] = await rowsOf<{ largest: number; every: number }>(
    tx,
    sql`select greatest(coalesce(max(f.used_bytes - ${BYTES_A_MB} * (
          select coalesce(sum(o.storage_mb), 0)::bigint from order_add_on o where o.customer_id = f.customer_id
            and o.bundle_id = f.bundle_id and o.mailbox_id = f.mailbox_id and not o.ended)), 0), 0)::float8 as largest,
        coalesce(sum(f.used_bytes), 0)::float8 as every
      from mailbox_figures f where f.customer_id = ${customerId} and f.bundle_id = ${bundleId}`,
  );
  return { largest: (row?.largest ?? 0) / BYTES_A_MB, all: (row?.every ?? 0) / BYTES_A_MB };
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
  const [stored, addedMb] = await Promise.all([readStoredMegabytes(tx, key), readAddedMegabytes(tx, key)]);
  return (plan) => {
    const each = mailboxQuotaMb(plan);
    const shared = sharedQuotaMb(plan);
    return (each === null || stored.largest <= each) && (shared === null || stored.all <= shared + addedMb);
  };
}
