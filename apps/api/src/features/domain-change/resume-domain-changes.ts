import type { Database } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { RUN_DOMAIN_CHANGE } from './domain-change-job.ts';
import { takeIdleChanges } from './domain-change-repository.ts';

/** A running change touches its row more often than this. */
const IDLE_MILLIS = 10_000;

/** Enqueues changes again that are waiting, or whose process has died. */
export async function resumeDomainChanges(deps: { db: Database; clock: Clock; jobs: JobQueue }): Promise<void> {
  const now = deps.clock.now();
  await deps.db.asSystem(async (tx) => {
    const idle = await takeIdleChanges(tx, new Date(now.getTime() - IDLE_MILLIS), now, 50);
    for (const key of idle) await deps.jobs.enqueue(tx, RUN_DOMAIN_CHANGE, key);
  });
}
