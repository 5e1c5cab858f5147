import { and, asc, isNull, lte, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { domainRelease } from './tables.ts';

export type ReleaseRow = typeof domainRelease.$inferSelect;

/** Of two processes that end the last orders of a bundle at once, one plans its release. */
export const insertRelease = (tx: Queryable, row: typeof domainRelease.$inferInsert) =>
  tx.insert(domainRelease).values(row).onConflictDoNothing();

export const updateRelease = (tx: Queryable, key: BundleKey, change: Partial<ReleaseRow>) =>
  tx.update(domainRelease).set(change).where(ofBundle(domainRelease, key));

/** Releases that have something to do, the longest waiting first. */
export const listDueReleases = (tx: Queryable, now: Date, atMost: number): Promise<ReleaseRow[]> =>
  tx
    .select()
    .from(domainRelease)
    .where(and(isNull(domainRelease.finishedAt), lte(domainRelease.dueAt, now)))
    .orderBy(asc(domainRelease.dueAt))
    .limit(atMost);

/** A release that isn't finished, locked until the transaction ends. */
export async function lockRelease(tx: Queryable, key: BundleKey): Promise<ReleaseRow | null> {
  const [row] = await tx
    .select()
    .from(domainRelease)
    .where(and(ofBundle(domainRelease, key), isNull(domainRelease.finishedAt)))
    .for('update');
  return row ?? null;
}

/** Whether an order of the bundle still runs, or waits to be paid. Its orders are locked, so that none is written or taken back meanwhile. */
export async function hasOrder(tx: Queryable, { customerId, bundleId }: BundleKey): Promise<boolean> {
  const orders = await rowsOf<{ status: string }>(
    tx,
    sql`select status from plan_order where customer_id = ${customerId} and bundle_id = ${bundleId} order by order_id for update`,
  );
  return orders.some(({ status }) => status !== 'cancelled');
}

/** Whether mail is delivered to mailboxes of the bundle at its domain. ADR 24. */
export async function receivesMail(
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
  domainName: string,
): Promise<boolean> {
  const [row] = await rowsOf<{ receives: boolean }>(
    tx,
    sql`select exists (select from bundle where customer_id = ${customerId} and bundle_id = ${bundleId} and mailbox_count > 0)
      and exists (select from mail.standing where name = ${domainName} and is_local) as receives`,
  );
  return row?.receives === true;
}

/** Bundles without an order whose release nobody has planned, because the release before this one ended their last order. */
export const listUnplanned = (tx: Queryable, atMost: number): Promise<BundleKey[]> =>
  rowsOf<BundleKey>(
    tx,
    sql`select b.customer_id as "customerId", b.bundle_id as "bundleId" from bundle b
      where not exists (select from domain_release r where r.customer_id = b.customer_id and r.bundle_id = b.bundle_id)
        and exists (select from plan_order o where o.customer_id = b.customer_id and o.bundle_id = b.bundle_id)
        and not exists (select from plan_order o
          where o.customer_id = b.customer_id and o.bundle_id = b.bundle_id and o.status <> 'cancelled')
        and not exists (select from customer_erasure e where e.customer_id = b.customer_id and e.state <> 'finished')
      limit ${atMost}`,
  );
