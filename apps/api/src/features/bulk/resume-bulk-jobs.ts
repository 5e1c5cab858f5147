import { takeIdleJobs } from './bulk-repository.ts';
import { RUN_BULK } from './run-deps.ts';
import type { StartDeps } from './start-bulk.ts';

/** A running job touches its row more often than this. */
const IDLE_MILLIS = 15_000;

/** Enqueues jobs again whose process has died. An extra runner does no harm: each row is done once. */
export async function resumeBulkJobs(deps: StartDeps): Promise<void> {
  const now = deps.clock.now();
  await deps.db.asSystem(async (tx) => {
    const idle = await takeIdleJobs(tx, new Date(now.getTime() - IDLE_MILLIS), now, 50);
    for (const key of idle) await deps.jobs.enqueue(tx, RUN_BULK, key);
  });
}
