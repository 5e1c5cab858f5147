import { FORMER_ADDRESS_DAYS } from '@postern/domain/mailboxes';
import { asTableOwner } from '../../../db/as-table-owner.ts';
import type { Queryable } from '../../../db/client.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { newId } from '../../../runtime/ids.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { readBundle } from '../../bundles/public.ts';
import { enqueueMail } from '../../notifications/public.ts';
import { revokeLinksTo } from '../../sign-in/public.ts';
import type { LockedMailbox } from '../administration-repository.ts';
import { FORMER_ADDRESS_MAIL, formerAddressToken } from './former-address-mail.ts';
import { findChangeFrom, insertFormerAddress, spendFormerAddresses } from './former-address-repository.ts';

type Deps = { clock: Clock; jobs: JobQueue; sealer: Sealer };

/**
 * Tells the former alternate email of a mailbox that it was replaced, with a link that undoes this for three days; a mailbox that had none
 * is told itself. Links for a new password that were mailed to the former address end. In the transaction of the change, with the mailbox
 * locked. Changing it back to an address that could still undo an earlier change is that undo: it uses up the same links, and the address
 * that was in between gets none, or an intruder could take the mailbox again once the owner's own link has expired. ADR 78.
 */
export async function rememberFormerAddress(
  tx: Queryable,
  { clock, jobs, sealer }: Deps,
  { actor, ip }: Pick<SessionContext, 'actor' | 'ip'>,
  { customerId, bundleId, mailboxId, address, alternateEmail }: LockedMailbox,
  nextEmail: string | null,
): Promise<void> {
  const changedAt = clock.now();
  const messageId = newId(changedAt);
  const bundle = await readBundle(tx, { customerId, bundleId });
  const isUndone = await asTableOwner(tx, async () => {
    const undone = await findChangeFrom(tx, { customerId, mailboxId }, nextEmail, changedAt);
    if (undone === null) {
      await insertFormerAddress(tx, {
        ...{ customerId, bundleId, mailboxId, formerEmail: alternateEmail, changedAt },
        tokenHash: hashToken(formerAddressToken(sealer, messageId)),
        expiresAt: new Date(changedAt.getTime() + FORMER_ADDRESS_DAYS * 24 * 3_600_000),
      });
    } else await spendFormerAddresses(tx, undone);
    if (alternateEmail !== null) await revokeLinksTo(tx, { customerId, mailboxId, address: alternateEmail });
    return undone !== null;
  });
  const facts = {
    ...{ partnerId: actor.partnerId, locale: bundle?.locale ?? 'en', email: address },
    ...{ changedBy: actor.email, ip, changedAtMillis: changedAt.getTime() },
  };
  const send = (id: string, to: string, canUndo: boolean) =>
    enqueueMail(tx, jobs, FORMER_ADDRESS_MAIL, { messageId: id, to, attrs: { ...facts, canUndo, isUndone } });
  await send(messageId, alternateEmail ?? address, !isUndone);
  // An intruder could delete it there, but often the owner sees it first.
  if (alternateEmail !== null) await send(newId(changedAt), address, false);
}
