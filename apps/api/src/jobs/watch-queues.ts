import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

const EVERY_MILLIS = 1_000;
const STOP_MILLIS = 5_000;

/** The queues with a job that can start: what pg-boss itself looks for in one queue, by the same index. */
const WITH_DUE_JOBS = `
  select queue.name from unnest($1::text[]) queue(name) where exists (
    select from pgboss.job
    where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= pgboss.job_now()
  )`;

/**
 * Asks once a second which queues have a job that can start, and tells of each: one statement, where each queue would send its own. Several
 * processes may hear of the same job; one of them gets it.
 */
export function watchQueues(
  db: Pick<ReturnType<PgBoss['getDb']>, 'executeSql'>,
  queues: readonly string[],
  onDue: (queue: string) => void,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let isStopped = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const { rows } = await db.executeSql(WITH_DUE_JOBS, [queues]);
      for (const { name } of rows as { name: string }[]) onDue(name);
    } catch (error) {
      // While it stops, the connection may end first.
      if (!isStopped) onError(error);
    }
    if (!isStopped) wait();
  };
  const wait = () => {
    timer = setTimeout(() => {
      looking = look();
    }, EVERY_MILLIS);
  };
  wait();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      // A database that hangs holds up the end of the process no longer than the queue itself does.
      await Promise.race([looking, sleep(STOP_MILLIS, undefined, { ref: false })]);
    },
  };
}
