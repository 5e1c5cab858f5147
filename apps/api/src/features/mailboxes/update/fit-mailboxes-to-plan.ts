import { mailboxQuotaMb, type PlanFeature, sharedQuotaMb } from '@postern/domain/plans';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { readAddedMegabytes } from '../../subscriptions/public.ts';
import { mailbox } from '../tables.ts';

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
