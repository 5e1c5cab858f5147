import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { publishLive } from '../../../db/publish-live.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { lockBundle } from '../../bundles/public.ts';
import { hasAdmin, promoteOldestMailbox, releaseMailbox } from '../mailbox-repository.ts';

type Place = { customerId: string; bundleId: string; mailboxId: string; address: string };

/**
 * Takes back a mailbox that the backend refused. It may have been the domain's only admin while other mailboxes were created at the same
 * time, so one of those becomes admin instead.
 */
export async function takeBackMailbox(tx: Queryable, clock: Clock, place: Place): Promise<void> {
  const { customerId, bundleId, mailboxId, address } = place;
  await lockBundle(tx, { customerId, bundleId });
  if (!(await releaseMailbox(tx, { customerId, bundleId }, mailboxId))) return;
  const entry = { customerId, bundleId, actor: 'system' };
  await writeAudit(tx, clock, { ...entry, action: 'mailbox.taken-back', target: address });
  if (await hasAdmin(tx, { customerId, bundleId })) return;
  const promoted = await promoteOldestMailbox(tx, { customerId, bundleId });
  if (promoted === null) return;
  await writeAudit(tx, clock, { ...entry, action: 'mailbox.made-admin', target: promoted });
  const news = { event: 'mailboxes', what: 'mailbox', change: 'changed', email: promoted } as const;
  await publishLive(tx, clock, { customerId, bundleId, ...news });
}
