import { and, eq, ne, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { newId } from '../../../runtime/ids.ts';
import { lockBundle } from '../../bundles/public.ts';
import { enqueueEndMailSessions } from '../../mail-sessions/public.ts';
import { endSessionsOf } from '../../session/public.ts';
import { mailbox, mailboxSuspension } from '../tables.ts';

/** A role that nobody has: nobody lifts these suspensions by hand. */
const BY_SYSTEM = { byRole: 'system', byEmail: '' };

type Deps = { clock: Clock; jobs: JobQueue };

/** Suspends every mailbox of a domain for a reason of the system's. They still receive mail; sessions and mail apps end. */
export async function suspendDomain(
  tx: Queryable,
  { jobs }: Deps,
  key: BundleKey,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const { customerId, bundleId } = key;
  await lockBundle(tx, key);
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId, address: mailbox.address })
    .from(mailbox)
    .where(and(ofBundle(mailbox, key), ne(mailbox.state, 'deleting')));
  for (const { mailboxId, address } of rows) {
    const suspension = {
      customerId,
      bundleId,
      mailboxId,
      suspensionId: newId(at),
      reason,
      ...BY_SYSTEM,
      createdAt: at,
    };
    await tx.insert(mailboxSuspension).values(suspension);
    await endSessionsOf(tx, { customerId, mailboxId });
    await enqueueEndMailSessions(tx, jobs, { mailboxId, address });
  }
  await tx.update(mailbox).set({ suspended: true }).where(ofBundle(mailbox, key));
}

/** Lifts what the system suspended for a reason. A mailbox that was suspended for another one, too, stays so. */
export async function liftSuspensionsOfDomain(tx: Queryable, key: BundleKey, reason: string): Promise<void> {
  await lockBundle(tx, key);
  await tx
    .delete(mailboxSuspension)
    .where(
      and(
        ofBundle(mailboxSuspension, key),
        eq(mailboxSuspension.reason, reason),
        eq(mailboxSuspension.byRole, BY_SYSTEM.byRole),
      ),
    );
  const isSuspended = sql<boolean>`exists (select from mailbox_suspension s where s.customer_id = ${mailbox.customerId}
    and s.bundle_id = ${mailbox.bundleId} and s.mailbox_id = ${mailbox.mailboxId})`;
  await tx.update(mailbox).set({ suspended: isSuspended }).where(ofBundle(mailbox, key));
}
