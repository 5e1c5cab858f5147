import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { writeAudit } from '../../../db/audit.ts';
import { ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { mailAlias } from '../../aliases/tables.ts';
import { deleteAppPasswordsOf } from '../../app-passwords/public.ts';
import { addToMailboxCount } from '../../bundles/public.ts';
import { bundle, nameRegistry } from '../../bundles/tables.ts';
import { forwarder, forwarderRecipient } from '../../forwarders/tables.ts';
import { endLoginOf } from '../../sign-in/public.ts';
import { orderAddOn } from '../../subscriptions/tables.ts';
import { deleteFactor } from '../../two-factor/public.ts';
import { changeMailbox, type LockedMailbox } from '../administration-repository.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';
import { mailboxSuspension } from '../tables.ts';

/**
 * Removes a mailbox from the domain in the caller's transaction, which holds the bundle's lock: with its sessions, aliases, add-ons and
 * count, its role as catch-all, and forwarders that have no other recipient. From the commit on it can't receive mail or sign in, and its
 * names are free. The row stays until the backend has removed the mail.
 */
export async function releaseMailboxRows(
  tx: Queryable,
  clock: Clock,
  { actor, requestId }: { actor: Pick<SessionContext['actor'], 'email'>; requestId: string },
  gone: LockedMailbox,
): Promise<void> {
  const { customerId, bundleId, mailboxId } = gone;
  const key = { customerId, bundleId };
  const names = [gone.address, ...(await deleteAliases(tx, gone)), ...(await leaveForwarders(tx, gone))];
  await tx.delete(nameRegistry).where(and(eq(nameRegistry.customerId, customerId), inArray(nameRegistry.name, names)));
  for (const table of [orderAddOn, mailboxSuspension]) {
    await tx.delete(table).where(and(ofBundle(table, { customerId, bundleId }), eq(table.mailboxId, mailboxId)));
  }
  const wasCatchAll = await tx
    .update(bundle)
    .set({ catchAllMailboxId: null })
    .where(and(ofBundle(bundle, { customerId, bundleId }), eq(bundle.catchAllMailboxId, mailboxId)))
    .returning({ bundleId: bundle.bundleId });
  await changeMailbox(tx, key, mailboxId, { state: 'deleting', passwordHash: null, isAdmin: false });
  await addToMailboxCount(tx, { customerId, bundleId }, -1);
  await endLoginOf(tx, { customerId, mailboxId });
  await deleteFactor(tx, { customerId, loginId: mailboxId });
  await deleteAppPasswordsOf(tx, { customerId, mailboxId });
  await publishMailboxChange(tx, clock, gone, 'deleted');
  await writeAudit(tx, clock, {
    ...key,
    actor: actor.email,
    action: 'mailbox.deleted',
    target: gone.address,
    attrs: { wasAdmin: gone.isAdmin, wasCatchAll: wasCatchAll.length > 0, freed: names.slice(1) },
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

/** Removes the mailbox from forwarders. Returns the addresses of those deleted because it was their last recipient. */
async function leaveForwarders(tx: Queryable, { customerId, bundleId, mailboxId }: LockedMailbox): Promise<string[]> {
  const left = await tx
    .delete(forwarderRecipient)
    .where(and(ofBundle(forwarderRecipient, { customerId, bundleId }), eq(forwarderRecipient.mailboxId, mailboxId)))
    .returning({ forwarderId: forwarderRecipient.forwarderId });
  if (left.length === 0) return [];
  const others = tx
    .select({ one: sql`1` })
    .from(forwarderRecipient)
    .where(and(ofBundle(forwarderRecipient, forwarder), eq(forwarderRecipient.forwarderId, forwarder.forwarderId)));
  const rows = await tx
    .delete(forwarder)
    .where(
      and(
        ofBundle(forwarder, { customerId, bundleId }),
        inArray(
          forwarder.forwarderId,
          left.map((row) => row.forwarderId),
        ),
        notExists(others),
      ),
    )
    .returning({ address: forwarder.address });
  return rows.map((row) => row.address);
}
