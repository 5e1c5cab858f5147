import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { actOnNextRows } from './act-on-rows.ts';
import { changeJob, findJob, type JobKey, lockJob, touchJob } from './bulk-repository.ts';
import { createNextMailboxes } from './create-next-mailboxes.ts';
import { RUN_BULK, type RunDeps } from './run-deps.ts';

/** After so long the jobs of others have their turn. */
const PART_MILLIS = 10_000;

/**
 * Works on a job for a while, a few rows a transaction, and asks for the next part when rows are left. Nothing is kept in memory: a
 * process that is killed anywhere leaves rows that are done and rows that wait, and whoever comes next goes on with these.
 */
export async function runBulk(deps: RunDeps, key: JobKey): Promise<void> {
  const until = performance.now() + PART_MILLIS;
  for (;;) {
    const job = await deps.db.asTenant(key.customerId, (tx) => touchJob(tx, key, deps.clock.now()));
    if (job === null) return;
    const isMore =
      job.kind === 'createMailboxes' ? await createNextMailboxes(deps, job) : await actOnNextRows(deps, job);
    await deps.db.asTenant(key.customerId, (tx) => tellOfJob(tx, deps, key));
    if (!isMore && (await finish(deps, key))) return;
    if (performance.now() < until) continue;
    await deps.db.asTenant(key.customerId, (tx) => deps.jobs.enqueue(tx, RUN_BULK, key));
    return;
  }
}

/** Under the job's lock: a retry that comes meanwhile finds it either running or finished. */
const finish = (deps: RunDeps, key: JobKey): Promise<boolean> =>
  deps.db.asTenant(key.customerId, async (tx) => {
    const job = await lockJob(tx, key);
    if (job === null || job.state === 'finished') return true;
    if (job.done + job.failed < job.total) return false;
    await changeJob(tx, key, { state: 'finished', touchedAt: deps.clock.now() });
    await tellOfJob(tx, deps, key);
    return true;
  });

/** Open panels hear how far it is. */
async function tellOfJob(tx: Queryable, { clock }: RunDeps, key: JobKey): Promise<void> {
  const job = await findJob(tx, key);
  if (job === null) return;
  const { kind, state: status, total, done, failed, jobId } = job;
  const entity = { jobId, kind, status, total, done, failed };
  await publishLive(tx, clock, { ...key, event: 'bulk', entity });
}
