import { mayInBulk } from '@postern/domain/bulk';
import type { Queryable } from '../../db/client.ts';
import { lockBundle } from '../bundles/public.ts';
import { findMailbox } from '../mailboxes/public.ts';
import { type BulkJob, failWaiting } from './bulk-repository.ts';

/**
 * Whether whoever started a job still may act: an admin may be demoted, suspended or deleted while it runs. It takes the domain's lock,
 * under which all of that happens, so that the answer holds until the transaction ends. Every transaction that does rows asks it before
 * it locks any of them, so that they all lock in one order. When it may not, all that waits has failed.
 */
export async function mayGoOn(tx: Queryable, job: BulkJob): Promise<boolean> {
  await lockBundle(tx, job);
  if (await isStillAdmin(tx, job)) return true;
  await failWaiting(tx, job, 'STARTER_NOT_ADMIN');
  return false;
}

async function isStillAdmin(tx: Queryable, job: BulkJob): Promise<boolean> {
  if (!mayInBulk(job.byRole)) return false;
  // The customer is no mailbox that could lose the right.
  if (job.byMailboxId === null) return true;
  const starter = await findMailbox(tx, job, { mailboxId: job.byMailboxId });
  return starter !== null && starter.isAdmin && !starter.suspended;
}
