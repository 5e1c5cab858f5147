import { and, eq, inArray } from 'drizzle-orm';
import { writeAudit } from '../../../db/audit.ts';
import { ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { publishLive } from '../../../db/publish-live.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { mailAlias } from '../../aliases/tables.ts';
import { deleteAppPasswordsOf } from '../../app-passwords/public.ts';
import { addToMailboxCount } from '../../bundles/public.ts';
import { bundle, nameRegistry } from '../../bundles/tables.ts';
import { type ForwarderChoice, leaveForwarders } from '../../forwarders/public.ts';
import { endLoginOf } from '../../sign-in/public.ts';
import { orderAddOn } from '../../subscriptions/tables.ts';
import { deleteFactor } from '../../two-factor/public.ts';
import { changeMailbox, type LockedMailbox } from '../administration-repository.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';
import { mailboxSuspension } from '../tables.ts';

/**
 * Removes a mailbox from the domain in the caller's transaction, which holds the bundle's lock: with its sessions, aliases, add-ons and
 * count, its role as catch-all, and its places in forwarders, as `choice` says; a replacement takes over both. From the commit on it can't receive mail or sign in, and its
 * names are free. The row stays until the backend has removed the mail.
 */
export async function releaseMailboxRows(
  tx: Queryable,
  clock: Clock,
  { actor, requestId }: { actor: Pick<SessionContext['actor'], 'email'>; requestId: string },
  gone: LockedMailbox,
  choice: ForwarderChoice,
): Promise<void> {
  const { customerId, bundleId, mailboxId } = gone;
  const key = { customerId, bundleId };
  const forwarders = await leaveForwarders(tx, gone, choice);
  const names = [gone.address, ...(await deleteAliases(tx, gone)), ...forwarders.deleted];
  await tx.delete(nameRegistry).where(and(eq(nameRegistry.customerId, customerId), inArray(nameRegistry.name, names)));
  await tx
    .delete(mailboxSuspension)
    .where(and(ofBundle(mailboxSuspension, { customerId, bundleId }), eq(mailboxSuspension.mailboxId, mailboxId)));
  // The next change that locks the order also takes these pieces off its terms, so that they aren't renewed.
  await tx
    .update(orderAddOn)
    .set({ ended: true })
    .where(and(ofBundle(orderAddOn, { customerId, bundleId }), eq(orderAddOn.mailboxId, mailboxId)));
  const wasCatchAll = await tx
    .update(bundle)
    .set({ catchAllMailboxId: typeof choice !== 'string' && choice.takesOver === 'every' ? choice.mailboxId : null })
    .where(and(ofBundle(bundle, { customerId, bundleId }), eq(bundle.catchAllMailboxId, mailboxId)))
    .returning({ bundleId: bundle.bundleId });
  await changeMailbox(tx, key, mailboxId, { state: 'deleting', passwordHash: null, isAdmin: false });
  await addToMailboxCount(tx, { customerId, bundleId }, -1);
  await endLoginOf(tx, { customerId, mailboxId });
  await deleteFactor(tx, { customerId, loginId: mailboxId });
  await deleteAppPasswordsOf(tx, { customerId, mailboxId });
  await publishMailboxChange(tx, clock, gone, 'deleted');
  const news = { ...key, event: 'mailboxes', what: 'forwarder' } as const;
  for (const email of forwarders.deleted) await publishLive(tx, clock, { ...news, change: 'deleted', email });
  for (const email of forwarders.takenOver) await publishLive(tx, clock, { ...news, change: 'changed', email });
  await writeAudit(tx, clock, {
    ...key,
    actor: actor.email,
    action: 'mailbox.deleted',
    target: gone.address,
    attrs: {
      wasAdmin: gone.isAdmin,
      wasCatchAll: wasCatchAll.length > 0,
      freed: names.slice(1),
      takenOver: forwarders.takenOver,
    },
    requestId,
  });
}

async function deleteAliases(tx: Queryable, { customerId, bundleId, mailboxId }: LockedMailbox): Promise<string[]> {
  const rows = await tx
    .delete(mailAlias)
    .where(and(ofBundle(mailAlias, { customerId, bundleId }), eq(mailAlias.mailboxId, mailboxId)))
    .returning({ address: mailAlias.address });
  return rows.map((row) => row.address);
}
