import { and, eq, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { lockBundle } from '../../bundles/public.ts';
import { mailbox, mailboxSuspension } from '../tables.ts';

/** A role that nobody has: nobody lifts these suspensions by hand. */
const SYSTEM = 'system';

/** Lifts what the system suspended for a reason. A mailbox that was suspended for another one, too, stays so. */
export async function liftSuspensionsOfDomain(tx: Queryable, key: BundleKey, reason: string): Promise<void> {
  await lockBundle(tx, key);
  await tx
    .delete(mailboxSuspension)
    .where(
      and(ofBundle(mailboxSuspension, key), eq(mailboxSuspension.reason, reason), eq(mailboxSuspension.byRole, SYSTEM)),
    );
  const isSuspended = sql<boolean>`exists (select from mailbox_suspension s where s.customer_id = ${mailbox.customerId}
    and s.bundle_id = ${mailbox.bundleId} and s.mailbox_id = ${mailbox.mailboxId})`;
  await tx.update(mailbox).set({ suspended: isSuspended }).where(ofBundle(mailbox, key));
}
