import type { MailChange } from '@postern/contract/live';
import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import type { Clock } from '../../runtime/clock.ts';

type Mailbox = { customerId: string; bundleId: string; mailboxId: string; address: string };

/** Notifies open panels of a mailbox's change, in the transaction of the change. */
export async function publishMailboxChange(
  tx: Queryable,
  clock: Clock,
  { customerId, bundleId, mailboxId, address }: Mailbox,
  change: MailChange['change'],
): Promise<void> {
  const news = { event: 'mailboxes', what: 'mailbox', change, email: address } as const;
  await publishLive(tx, clock, { customerId, bundleId, mailboxId, ...news });
}
