import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { actOnNextRows } from './act-on-rows.ts';
import { type BulkJob, changeJob, findJob, type JobKey, lockJob, touchJob } from './bulk-repository.ts';
import { createNextMailboxes } from './create-next-mailboxes.ts';
import { importNextRows } from './import-next-rows.ts';
import { RUN_BULK, type RunDeps } from './run-deps.ts';

/** After this time other jobs get their turn. */
const PART_MILLIS = 10_000;

/**
 * Works on a job for a while, a few rows per transaction, and enqueues the next part if rows are left. Nothing is kept in memory: a
 * process that is killed at any point leaves done rows and waiting rows, and the next runner continues with the waiting ones.
 */
export async function runBulk(deps: RunDeps, key: JobKey): Promise<void> {
  const until = performance.now() + PART_MILLIS;
  for (;;) {
    const job = await deps.db.asTenant(key.customerId, (tx) => touchJob(tx, key, deps.clock.now()));
    if (job === null) return;
    const isMore = await (NEXT_ROWS[job.kind] ?? actOnNextRows)(deps, job);
    await deps.db.asTenant(key.customerId, (tx) => publishProgress(tx, deps, key));
    if (!isMore && (await finish(deps, key))) return;
    if (performance.now() < until) continue;
    await deps.db.asTenant(key.customerId, (tx) => deps.jobs.enqueue(tx, RUN_BULK, key));
    return;
  }
}

/** Processes the next rows of a kind that isn't done one by one. */
const NEXT_ROWS: { [Kind in BulkJob['kind']]?: typeof actOnNextRows } = {
  createMailboxes: createNextMailboxes,
  importMail: importNextRows,
};

/** Locks the job, so that a concurrent retry finds it either running or finished. */
const finish = (deps: RunDeps, key: JobKey): Promise<boolean> =>
  deps.db.asTenant(key.customerId, async (tx) => {
    const job = await lockJob(tx, key);
    if (job === null || job.state === 'finished') return true;
    if (job.done + job.failed < job.total) return false;
    await changeJob(tx, key, { state: 'finished', touchedAt: deps.clock.now() });
    await publishProgress(tx, deps, key);
    return true;
  });

/** Sends the job's progress to open panels. */
async function publishProgress(tx: Queryable, { clock }: RunDeps, key: JobKey): Promise<void> {
  const job = await findJob(tx, key);
  if (job === null) return;
  const { kind, state: status, total, done, failed, jobId } = job;
  const entity = { jobId, kind, status, total, done, failed };
  await publishLive(tx, clock, { ...key, event: 'bulk', entity });
}
