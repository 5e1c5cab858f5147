import { and, eq, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Retention } from '../../config/retention-config.ts';
import type { Queryable } from '../../db/client.ts';
import { bulkJob, bulkRow } from './tables.ts';

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** Deletes expired previews and results that are older than the operator keeps them, and erases given passwords a day after their job. */
export async function cleanUpBulkJobs(tx: Queryable, now: Date, { bulkDays }: Retention): Promise<void> {
  const ago = (millis: number) => new Date(now.getTime() - millis);
  const isPreview = eq(bulkJob.state, 'preview');
  await tx
    .update(bulkRow)
    .set({ sealedPassword: null })
    .where(
      and(
        isNotNull(bulkRow.sealedPassword),
        isOfJobs(sql`state = 'finished' and touched_at < ${ago(DAY_MILLIS).toISOString()}`),
      ),
    );
  const isOver = sql`created_at < ${ago(bulkDays * DAY_MILLIS).toISOString()} or (state = 'preview' and created_at < ${ago(2 * HOUR_MILLIS).toISOString()})`;
  await tx.delete(bulkRow).where(isOfJobs(isOver));
  await tx
    .delete(bulkJob)
    .where(
      or(
        lt(bulkJob.createdAt, ago(bulkDays * DAY_MILLIS)),
        and(isPreview, lt(bulkJob.createdAt, ago(2 * HOUR_MILLIS))),
      ),
    );
}

const isOfJobs = (which: SQL) =>
  sql`(${bulkRow.customerId}, ${bulkRow.jobId}) in (select customer_id, job_id from bulk_job where ${which})`;
