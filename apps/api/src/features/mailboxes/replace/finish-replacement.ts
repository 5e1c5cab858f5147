import type { BundleKey } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { lockBundle } from '../../bundles/public.ts';
import {
  changeMailbox,
  countOtherActiveAdmins,
  type LockedMailbox,
  lockMailboxById,
} from '../administration-repository.ts';
import { releaseMailboxRows } from '../delete/release-mailbox.ts';
import { markMailboxReady } from '../mailbox-repository.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';

type Fresh = BundleKey & { mailboxId: string; address: string; replacesMailboxId: string };

/**
 * Shows a mailbox that the backend has created, and removes the one it replaces. Returns the latter, or null if it was removed before.
 * The new mailbox takes its place in forwarders and as the catch-all. It is an admin if the old one was, or if the domain would have no admin otherwise.
 */
export async function finishReplacement(
  tx: Queryable,
  clock: Clock,
  context: { actor: Pick<SessionContext['actor'], 'email'>; requestId: string },
  { customerId, bundleId, mailboxId, address, replacesMailboxId }: Fresh,
): Promise<LockedMailbox | null> {
  const key = { customerId, bundleId };
  await lockBundle(tx, { customerId, bundleId });
  if (!(await markMailboxReady(tx, { customerId, bundleId }, mailboxId))) return null;
  const old = await lockMailboxById(tx, key, replacesMailboxId);
  const others = await countOtherActiveAdmins(tx, key, mailboxId);
  const without = old !== null && old.isAdmin && !old.suspended ? others - 1 : others;
  if (old?.isAdmin || without < 1) await changeMailbox(tx, key, mailboxId, { isAdmin: true });
  await publishMailboxChange(tx, clock, { ...key, mailboxId, address }, 'created');
  if (old !== null) await releaseMailboxRows(tx, clock, context, old, { takesOver: 'every', mailboxId });
  return old;
}
