import type { startBulk as operation } from '@postern/contract/bulk';
import type { ParsedInputOf } from '@postern/contract/operation';
import { BULK_PREVIEW_TTL_SECONDS } from '@postern/domain/bulk';
import { mayInBulk } from '@postern/domain/mailboxes';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { findJob, queuePreview } from './bulk-repository.ts';
import { RUN_BULK } from './run-deps.ts';

export type StartDeps = { db: Database; clock: Clock; jobs: JobQueue };

/** The columns that say in whose name the job runs. */
export const startedBy = ({ mailboxId, role, email }: SessionContext['actor']) => ({
  byMailboxId: mailboxId,
  byRole: role,
  byEmail: email,
});

/** Turns a preview into a job that runs in the caller's name. Of several starts only one enqueues it, and all answer with the job. */
export async function startBulk(
  deps: StartDeps,
  { actor, requestId }: SessionContext,
  { previewId: jobId, kind }: ParsedInputOf<typeof operation>,
): Promise<{ jobId: string }> {
  assertMay(mayInBulk(actor.role));
  const { customerId, bundleId } = actor;
  const key = { customerId, bundleId, jobId };
  const now = deps.clock.now();
  const youngerThan = new Date(now.getTime() - BULK_PREVIEW_TTL_SECONDS * 1000);
  await deps.db.asTenant(customerId, async (tx) => {
    const isQueued = await queuePreview(tx, key, youngerThan, { ...startedBy(actor), touchedAt: now });
    const job = await findJob(tx, key);
    if (job === null) throw new PanelError('NOT_FOUND');
    // Whether the password is needed was judged by the kind that the caller named.
    if (job.state === 'preview' || (kind !== undefined && kind !== job.kind)) throw new PanelError('PREVIEW_EXPIRED');
    if (!isQueued) return;
    await deps.jobs.enqueue(tx, RUN_BULK, key);
    const what = { action: 'bulk.started' as const, target: job.kind, attrs: { jobId, rows: job.total } };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
  });
  return { jobId };
}
