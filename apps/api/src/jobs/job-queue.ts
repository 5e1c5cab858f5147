import { sql } from 'drizzle-orm';
import { fromDrizzle, fromPglite, PgBoss } from 'pg-boss';
import { DEFAULT_RETENTION } from '../config/retention-config.ts';
import { type Database, type Queryable, rowsOf } from '../db/client.ts';
import type { Log } from '../runtime/log.ts';
import type { Job } from './job.ts';
import { watchQueues } from './watch-queues.ts';

/** Works on a job. Every handler is safe to run again: a job whose process was killed runs once more. */
type JobHandler = { queue: string; run: (data: never) => Promise<void> };

export type JobQueue = {
  /** Enqueues in the caller's transaction: the job exists if, and only if, the change does. */
  enqueue<Data extends object>(
    tx: Queryable,
    job: Job<Data>,
    data: Data,
    options?: { singletonKey?: string },
  ): Promise<void>;
  /** Creates the queues and starts to work on them. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  stop(): Promise<void>;
};

const SECONDS_A_DAY = 24 * 3_600;

/** For the driver: otherwise a server that vanished without a word would hold up the jobs for a quarter of an hour. */
const PATIENCE = { connectionTimeoutMillis: 10_000, query_timeout: 60_000, keepAlive: true };

/**
 * Up to five jobs of a queue run at once in each process, and the next five follow without a pause. Each is settled on its own: one that
 * fails doesn't send the mails of the others again. `watchQueues` says when to look; of itself a queue looks rarely.
 */
const WORKING = { pollingIntervalSeconds: 60, batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;

/**
 * A process that works on a job says so twice a minute. The jobs of one that was killed go to another within two minutes; without this, after
 * a quarter of an hour.
 */
const QUEUE = { retryLimit: 20, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 60 };

/** For a process that only enqueues: another one looks after the queue. */
const ENQUEUES_ONLY = { supervise: false, migrate: false, max: 1 };

/** Leaves the transaction's role, and returns its name. */
async function leaveRole(tx: Queryable): Promise<string> {
  const [row] = await rowsOf<{ role: string }>(
    tx,
    sql`select current_setting('role') as role, set_config('role', 'none', true)`,
  );
  return row?.role ?? 'none';
}

function openBoss(db: Database, onlyEnqueues: boolean): PgBoss {
  // Nobody reads pg-boss's list of running instances, which each instance would refresh every 30 s.
  const registerInstance = false;
  // Nor has anything of ours a schedule, which it would look for every half minute. The build leaves out what reads them.
  const schedule = false;
  // And no job waits for another one, which it would look for every five seconds.
  const flowIntervalSeconds = 3_600;
  return db.raw.kind === 'pglite'
    ? new PgBoss({
        db: fromPglite(db.raw.client),
        backend: 'pglite',
        registerInstance,
        schedule,
        flowIntervalSeconds,
      })
    : new PgBoss({
        connectionString: db.raw.connectionString,
        // Its options are those of the driver's pool, which connects with it.
        ...{ Client: db.raw.Client },
        max: 4,
        ...PATIENCE,
        application_name: 'postern-jobs',
        registerInstance,
        ...(onlyEnqueues ? ENQUEUES_ONLY : {}),
        schedule,
        flowIntervalSeconds,
      });
}

/**
 * `onJob` hears of every run of a job, and whether it worked. Finished jobs, which name people, are kept for `keptDays`. Start one that
 * `onlyEnqueues` without handlers.
 */
export function createJobQueue(
  db: Database,
  log: Log,
  onJob: (queue: string, isDone: boolean) => void = () => {},
  keptDays: number = DEFAULT_RETENTION.jobsDays,
  { onlyEnqueues = false } = {},
): JobQueue {
  const boss = openBoss(db, onlyEnqueues);
  const warn = (error: unknown) => log.warn({ err: error }, 'job queue');
  boss.on('error', warn);
  const workers = new Map<string, string>();
  const notify = (queue: string) => {
    const worker = workers.get(queue);
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  let watch: { stop: () => Promise<void> } | undefined;
  return {
    enqueue: async (tx, { queue }, data, options = {}) => {
      // Only the owner may use the queue's tables: leave the tenant's role for this one statement, which is sent right after.
      const [role] = await Promise.all([
        leaveRole(tx),
        boss.send(queue, data, {
          ...options,
          deleteAfterSeconds: keptDays * SECONDS_A_DAY,
          db: fromDrizzle(tx as never, sql),
        } as never),
      ]);
      await tx.execute(sql`set local role ${sql.identifier(role)}`);
    },
    start: async (handlers) => {
      await boss.start();
      // One question instead of two calls a queue, and a lock for each.
      const known = new Map((await boss.getQueues()).map(({ name, heartbeatSeconds }) => [name, heartbeatSeconds]));
      for (const { queue } of handlers) {
        if (!known.has(queue)) await boss.createQueue(queue, QUEUE);
        else if (known.get(queue) !== QUEUE.heartbeatSeconds) await boss.updateQueue(queue, QUEUE);
      }
      for (const { queue, run } of handlers) {
        const settle = async ({ id, data }: { id: string; data: unknown }) => {
          try {
            await run(data as never);
            onJob(queue, true);
            return { id, status: 'completed' as const };
          } catch (error) {
            onJob(queue, false);
            log.warn({ err: error, queue }, 'job failed, tried again later');
            return { id, status: 'failed' as const, output: { message: String(error) } };
          }
        };
        const work = async (jobs: { id: string; data: unknown }[]) => {
          const results = await Promise.all(jobs.map(settle));
          // What came meanwhile follows at once.
          notify(queue);
          return results;
        };
        workers.set(queue, await boss.work(queue, WORKING, work));
      }
      watch = watchQueues(boss.getDb(), [...workers.keys()], notify, warn);
    },
    stop: async () => {
      await watch?.stop();
      await boss.stop({ graceful: true, timeout: 5_000 } as never);
    },
  };
}
