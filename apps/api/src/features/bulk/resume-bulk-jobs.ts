import { takeIdleJobs } from './bulk-repository.ts';
import { RUN_BULK } from './run-deps.ts';
import type { StartDeps } from './start-bulk.ts';

/** Longer than any part of a job that goes on is silent. */
const IDLE_MILLIS = 15_000;

/** Hands jobs whose process is gone to whichever comes next. One more runner than needed does no harm: each row is done once. */
export async function resumeBulkJobs(deps: StartDeps): Promise<void> {
  const now = deps.clock.now();
  await deps.db.asSystem(async (tx) => {
    const idle = await takeIdleJobs(tx, new Date(now.getTime() - IDLE_MILLIS), now, 50);
    for (const key of idle) await deps.jobs.enqueue(tx, RUN_BULK, key);
  });
}
