import { mayInBulk } from '@postern/domain/mailboxes';
import type { Queryable } from '../../db/client.ts';
import { lockBundle } from '../bundles/public.ts';
import { findMailbox } from '../mailboxes/public.ts';
import { type BulkJob, failWaiting } from './bulk-repository.ts';

/**
 * Whether the job's starter still has the right to it: an admin may be demoted, suspended or deleted while the job runs. If so, all
 * waiting rows fail. This takes the domain's lock, under which such changes happen, so the answer holds until the transaction ends.
 * Every transaction that does rows calls it before it locks any row, so that all lock in the same order.
 */
export async function mayContinue(tx: Queryable, job: BulkJob): Promise<boolean> {
  await lockBundle(tx, job);
  if (await isStillAdmin(tx, job)) return true;
  await failWaiting(tx, job, 'STARTER_NOT_ADMIN');
  return false;
}

async function isStillAdmin(tx: Queryable, job: BulkJob): Promise<boolean> {
  if (!mayInBulk(job.byRole)) return false;
  // The customer can't lose the right, only a mailbox can.
  if (job.byMailboxId === null) return true;
  const starter = await findMailbox(tx, job, { mailboxId: job.byMailboxId });
  return starter !== null && starter.isAdmin && !starter.suspended;
}
