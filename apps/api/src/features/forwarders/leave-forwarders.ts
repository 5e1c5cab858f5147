import { normaliseEmailAddress } from '@postern/domain/addresses';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import { listNames } from './forwarder-repository.ts';
import { forwarder, forwarderRecipient } from './tables.ts';

type Leaving = BundleKey & { mailboxId: string; address: string };

/**
 * What becomes of forwarders that a mailbox leaves. `ask`: refuse if one would have no recipient. `delete`: delete those. Otherwise a mailbox
 * takes its place: in those (`last`), or in all of them, as a replacement does (`every`).
 */
export type ForwarderChoice = 'ask' | 'delete' | { takesOver: 'last' | 'every'; mailboxId: string };

/**
 * Removes a mailbox from its forwarders, in a transaction that holds the bundle's lock. Returns the addresses of forwarders that were
 * deleted, and of those that another mailbox now receives for.
 */
export async function leaveForwarders(
  tx: Queryable,
  leaving: Leaving,
  choice: ForwarderChoice,
): Promise<{ deleted: string[]; takenOver: string[] }> {
  const { customerId, bundleId, mailboxId } = leaving;
  const key = { customerId, bundleId };
  const found = await listForwardersOf(tx, leaving);
  const emptied = found.filter(({ recipients }) => recipients === 1);
  if (choice === 'ask' && emptied.length > 0)
    throw new PanelError('LAST_RECIPIENT', { forwarders: emptied.map(({ address }) => address) });
  const handedOver = typeof choice === 'string' ? [] : choice.takesOver === 'every' ? found : emptied;
  if (typeof choice !== 'string' && handedOver.length > 0)
    await tx
      .insert(forwarderRecipient)
      .values(handedOver.map(({ forwarderId }) => ({ ...key, forwarderId, mailboxId: choice.mailboxId })))
      .onConflictDoNothing();
  await tx
    .delete(forwarderRecipient)
    .where(and(ofBundle(forwarderRecipient, key), eq(forwarderRecipient.mailboxId, mailboxId)));
  const deleted = choice === 'delete' ? emptied : [];
  if (deleted.length > 0)
    await tx.delete(forwarder).where(
      and(
        ofBundle(forwarder, key),
        inArray(
          forwarder.forwarderId,
          deleted.map(({ forwarderId }) => forwarderId),
        ),
      ),
    );
  return { deleted: deleted.map(({ address }) => address), takenOver: handedOver.map(({ address }) => address) };
}

/** The forwarders that deliver to a mailbox, with how many recipients each has. */
async function listForwardersOf(tx: Queryable, { customerId, bundleId, mailboxId }: Leaving) {
  const key = { customerId, bundleId };
  const own = tx
    .select({ forwarderId: forwarderRecipient.forwarderId })
    .from(forwarderRecipient)
    .where(and(ofBundle(forwarderRecipient, key), eq(forwarderRecipient.mailboxId, mailboxId)));
  return tx
    .select({ forwarderId: forwarder.forwarderId, address: forwarder.address, recipients: sql<number>`count(*)::int` })
    .from(forwarder)
    .innerJoin(
      forwarderRecipient,
      and(ofBundle(forwarderRecipient, forwarder), eq(forwarderRecipient.forwarderId, forwarder.forwarderId)),
    )
    .where(and(ofBundle(forwarder, key), inArray(forwarder.forwarderId, own)))
    .groupBy(forwarder.forwarderId, forwarder.address)
    .orderBy(forwarder.address);
}

/** What the caller chose for forwarders that would have no recipient: a mailbox of the domain, null to delete them, absent to be asked. */
export async function readForwarderChoice(
  tx: Queryable,
  leaving: Leaving,
  forwardTo: string | null | undefined,
): Promise<ForwarderChoice> {
  if (forwardTo === undefined) return 'ask';
  if (forwardTo === null) return 'delete';
  const [name] = await listNames(tx, leaving, [normaliseEmailAddress(forwardTo)]);
  const mailboxId = name?.kind === 'mailbox' ? name.mailboxId : null;
  if (mailboxId === null || mailboxId === leaving.mailboxId)
    throw invalid([
      { path: 'forwardTo', code: 'RECIPIENT_NOT_A_MAILBOX', message: 'Choose another mailbox of the domain.' },
    ]);
  return { takesOver: 'last', mailboxId };
}

/** Each mailbox's forwarders, and how many recipients each forwarder has. */
export async function countRecipientsOf(tx: Queryable, key: BundleKey) {
  const rows = await tx
    .select({ forwarderId: forwarderRecipient.forwarderId, mailboxId: forwarderRecipient.mailboxId })
    .from(forwarderRecipient)
    .where(ofBundle(forwarderRecipient, key));
  const recipients = new Map<string, number>();
  const forwardersOf = new Map<string, string[]>();
  for (const { forwarderId, mailboxId } of rows) {
    recipients.set(forwarderId, (recipients.get(forwarderId) ?? 0) + 1);
    forwardersOf.set(mailboxId, [...(forwardersOf.get(mailboxId) ?? []), forwarderId]);
  }
  return { recipients, forwardersOf };
}
