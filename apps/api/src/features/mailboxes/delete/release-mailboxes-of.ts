import { and, eq, ne } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { lockEvenEnded } from '../../bundles/public.ts';
import type { LockedMailbox } from '../administration-repository.ts';
import { mailbox } from '../tables.ts';
import { releaseMailboxRows } from './release-mailbox.ts';

/** Releases a domain's mailboxes whatever their role, with the forwarders that lose their last recipient, for an erasure, or once the domain has ended. */
export async function releaseMailboxesOf(
  tx: Queryable,
  clock: Clock,
  { customerId, bundleId }: BundleKey,
  atMost: number,
): Promise<void> {
  const key = { customerId, bundleId };
  if ((await lockEvenEnded(tx, key)) === null) return;
  const found = await tx
    .select()
    .from(mailbox)
    .where(and(ofBundle(mailbox, key), ne(mailbox.state, 'deleting')))
    .limit(atMost)
    .for('update');
  const context = { actor: { email: 'system' }, requestId: 'erasure' };
  for (const one of found) await releaseMailboxRows(tx, clock, context, one, 'delete');
}

/** Released mailboxes that the mail server may still have. */
export const listReleasedOf = (
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
  atMost: number,
): Promise<LockedMailbox[]> =>
  tx
    .select()
    .from(mailbox)
    .where(and(ofBundle(mailbox, { customerId, bundleId }), eq(mailbox.state, 'deleting')))
    .limit(atMost);
