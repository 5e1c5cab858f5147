import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/client.ts';
import { type Command, CommandError, textOption } from '../feature/command.ts';

type DeadJob = { jobId: string; queue: string; createdAt: string; failedAt: string; tries: number; reason: string };

/** Jobs that failed too often. The metric `postern_jobs_dead` counts them, until they are tried again or deleted after a week. */
export const jobCommands: Record<string, Command> = {
  'job list': {
    usage: 'list the jobs that failed so often that they are no longer tried',
    options: [],
    run: async ({ db }) => {
      const rows = await rowsOf<{ id: string; name: string; created: Date; failed: Date; tries: number; why: string }>(
        db.global,
        sql`
          select id, name, created_on as created, completed_on as failed, retry_count + 1 as tries,
            coalesce(output ->> 'message', output ->> 'name', '') as why
          from pgboss.job where state = 'failed' order by completed_on`,
      );
      const jobs: DeadJob[] = rows.map(({ id, name, created, failed, tries, why }) => ({
        jobId: id,
        queue: name,
        createdAt: new Date(created).toISOString(),
        failedAt: new Date(failed).toISOString(),
        tries,
        reason: why.split('\n')[0] ?? '',
      }));
      return { jobs };
    },
    print: ({ jobs }: { jobs: DeadJob[] }) =>
      jobs.length === 0
        ? 'No job was given up.'
        : jobs.map((job) => `${job.failedAt}  ${job.queue}  ${job.jobId}  ${job.reason}`).join('\n'),
  },
  'job retry': {
    usage: '--queue Q   try the jobs of this queue again that were given up',
    options: ['queue'],
    run: async ({ db }, options) => {
      const queue = textOption(options, 'queue');
      const [known] = await rowsOf(db.global, sql`select 1 from pgboss.queue where name = ${queue}`);
      if (known === undefined) throw new CommandError('NOT_FOUND', `There is no queue "${queue}".`);
      const jobs = await rowsOf(
        db.global,
        sql`
          update pgboss.job
          set state = 'retry', retry_limit = retry_count + 20, completed_on = null, start_after = now()
          where name = ${queue} and state = 'failed' returning id`,
      );
      return { queue, retried: jobs.length };
    },
    print: ({ queue, retried }: { queue: string; retried: number }) =>
      `${retried} ${retried === 1 ? 'job' : 'jobs'} of the queue ${queue} will be tried again.`,
  },
};
