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
import { insertFormerAddress } from './former-address-repository.ts';

type Deps = { clock: Clock; jobs: JobQueue; sealer: Sealer };

/**
 * Tells the former alternate email of a mailbox that it was replaced, with a link that undoes this for three days; a mailbox that had none
 * is told itself. Links for a new password that were mailed to the former address end. In the transaction of the change, with the mailbox
 * locked. ADR 78.
 */
export async function rememberFormerAddress(
  tx: Queryable,
  { clock, jobs, sealer }: Deps,
  { actor, ip }: Pick<SessionContext, 'actor' | 'ip'>,
  { customerId, bundleId, mailboxId, address, alternateEmail }: LockedMailbox,
): Promise<void> {
  const changedAt = clock.now();
  const messageId = newId(changedAt);
  const bundle = await readBundle(tx, { customerId, bundleId });
  await asTableOwner(tx, async () => {
    await insertFormerAddress(tx, {
      ...{ customerId, bundleId, mailboxId, formerEmail: alternateEmail, changedAt },
      tokenHash: hashToken(formerAddressToken(sealer, messageId)),
      expiresAt: new Date(changedAt.getTime() + FORMER_ADDRESS_DAYS * 24 * 3_600_000),
    });
    if (alternateEmail !== null) await revokeLinksTo(tx, { customerId, mailboxId, address: alternateEmail });
  });
  const facts = {
    ...{ partnerId: actor.partnerId, locale: bundle?.locale ?? 'en', email: address },
    ...{ changedBy: actor.email, ip, changedAtMillis: changedAt.getTime() },
  };
  const send = (id: string, to: string, canUndo: boolean) =>
    enqueueMail(tx, jobs, FORMER_ADDRESS_MAIL, { messageId: id, to, attrs: { ...facts, canUndo } });
  await send(messageId, alternateEmail ?? address, true);
  // An intruder could delete it there, but often the owner sees it first.
  if (alternateEmail !== null) await send(newId(changedAt), address, false);
}
