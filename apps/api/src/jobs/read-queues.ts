import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../db/client.ts';

/** Jobs of one queue: those that could run and wait, how long the oldest of them has waited, and those that are no longer tried. */
export type QueueState = { queue: string; due: number; oldestSeconds: number; dead: number };

/** The state of every queue, including empty ones. pg-boss keeps dead jobs for a week. */
export async function readQueues(db: Pick<Database, 'global'>): Promise<QueueState[]> {
  type Row = { queue: string; due: string; seconds: string; dead: string };
  const rows = await rowsOf<Row>(
    db.global,
    sql`
      select queue.name as queue,
        count(*) filter (where job.state in ('created', 'retry') and job.start_after <= now()) as due,
        greatest(0, coalesce(extract(epoch from now() - min(job.start_after)
          filter (where job.state in ('created', 'retry') and job.start_after <= now())), 0)) as seconds,
        count(*) filter (where job.state = 'failed') as dead
      from pgboss.queue left join pgboss.job
        on job.name = queue.name and job.state in ('created', 'retry', 'failed')
      -- pg-boss has a queue for its own use.
      where queue.name not like '\\_\\_pgboss%'
      group by queue.name`,
  );
  return rows.map(({ queue, due, seconds, dead }) => ({
    queue,
    due: Number(due),
    oldestSeconds: Number(seconds),
    dead: Number(dead),
  }));
}
