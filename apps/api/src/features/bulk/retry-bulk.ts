import { mayInBulk } from '@postern/domain/bulk';
import { writeAudit } from '../../db/audit.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { changeJob, lockJob, reopenFailed } from './bulk-repository.ts';
import { RUN_BULK } from './run-deps.ts';
import { type StartDeps, startedBy } from './start-bulk.ts';

/**
 * Runs the failed rows of a finished job again, in the name of the person who asks. A job that still runs is left alone, so a second
 * request changes nothing.
 */
export async function retryBulk(
  deps: StartDeps,
  { actor, requestId }: SessionContext,
  { jobId }: { jobId: string },
): Promise<{ jobId: string }> {
  assertMay(mayInBulk(actor.role));
  const { customerId, bundleId } = actor;
  const key = { customerId, bundleId, jobId };
  await deps.db.asTenant(customerId, async (tx) => {
    const job = await lockJob(tx, key);
    if (job === null || job.state === 'preview') throw new PanelError('NOT_FOUND');
    if (job.state !== 'finished') return;
    const rows = await reopenFailed(tx, key);
    if (rows === 0) return;
    await changeJob(tx, key, { ...startedBy(actor), state: 'queued', touchedAt: deps.clock.now() });
    await deps.jobs.enqueue(tx, RUN_BULK, key);
    const what = { action: 'bulk.retried', target: job.kind, attrs: { jobId, rows } };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
  });
  return { jobId };
}
