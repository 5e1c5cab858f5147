import type { Database } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { RUN_DOMAIN_CHANGE } from './domain-change-job.ts';
import { takeIdleChanges } from './domain-change-repository.ts';

/** Longer than a change that goes on is silent. */
const IDLE_MILLIS = 10_000;

/** Hands changes that wait, or whose process is gone, to whichever comes next. */
export async function resumeDomainChanges(deps: { db: Database; clock: Clock; jobs: JobQueue }): Promise<void> {
  const now = deps.clock.now();
  await deps.db.asSystem(async (tx) => {
    const idle = await takeIdleChanges(tx, new Date(now.getTime() - IDLE_MILLIS), now, 50);
    for (const key of idle) await deps.jobs.enqueue(tx, RUN_DOMAIN_CHANGE, key);
  });
}
