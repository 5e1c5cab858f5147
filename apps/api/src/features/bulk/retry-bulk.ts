import { mayInBulk } from '@postern/domain/mailboxes';
import { writeAudit } from '../../db/audit.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { changeJob, lockJob, markRefusedAgain, reopenFailed, reopenRows } from './bulk-repository.ts';
import { checkLinesAgain, type Line } from './check-lines-again.ts';
import { RUN_BULK } from './run-deps.ts';
import { type StartDeps, startedBy } from './start-bulk.ts';

/**
 * Runs rows of a finished job again, in the name of the person who asks: all failed ones, or the named ones, which may have another
 * address. A job that still runs is left alone, so a second request changes nothing.
 */
export async function retryBulk(
  deps: StartDeps & { sealer: Sealer },
  { actor, requestId }: SessionContext,
  { jobId, lines }: { jobId: string; lines?: readonly Line[] | undefined },
): Promise<{ jobId: string }> {
  assertMay(mayInBulk(actor.role));
  const { customerId, bundleId } = actor;
  const key = { customerId, bundleId, jobId };
  const again = lines === undefined ? null : await checkLinesAgain(deps, actor, key, lines);
  await deps.db.asTenant(customerId, async (tx) => {
    const job = await lockJob(tx, key);
    if (job === null || job.state === 'preview') throw new PanelError('NOT_FOUND');
    if (job.state !== 'finished') return;
    if (again !== null && again.refused.length > 0) await markRefusedAgain(tx, key, again.refused);
    const rows = again === null ? await reopenFailed(tx, key) : await reopenRows(tx, key, again.reopened);
    if (rows === 0) return;
    await changeJob(tx, key, { ...startedBy(actor), state: 'queued', touchedAt: deps.clock.now() });
    await deps.jobs.enqueue(tx, RUN_BULK, key);
    const what = { action: 'bulk.retried' as const, target: job.kind, attrs: { jobId, rows } };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
  });
  return { jobId };
}
