import type { BulkRowCode } from '@postern/contract/bulk';
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { bulkJob, bulkRow, type BulkWish } from './tables.ts';

export type BulkJob = typeof bulkJob.$inferSelect;
export type BulkRow = typeof bulkRow.$inferSelect;
export type JobKey = Pick<BulkJob, 'customerId' | 'bundleId' | 'jobId'>;

const ROWS_A_STATEMENT = 1000;

const isJob = ({ customerId, bundleId, jobId }: JobKey) =>
  and(ofBundle(bulkJob, { customerId, bundleId }), eq(bulkJob.jobId, jobId));
const isOf = ({ customerId, jobId }: Omit<JobKey, 'bundleId'>) =>
  and(eq(bulkRow.customerId, customerId), eq(bulkRow.jobId, jobId));

export async function insertPreview(tx: Queryable, job: BulkJob, rows: BulkRow[]): Promise<void> {
  await tx.insert(bulkJob).values(job);
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(bulkRow).values(rows.slice(from, from + ROWS_A_STATEMENT));
}

export async function findJob(tx: Queryable, key: JobKey): Promise<BulkJob | null> {
  const [job] = await tx.select().from(bulkJob).where(isJob(key));
  return job ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockJob(tx: Queryable, key: JobKey): Promise<BulkJob | null> {
  const [job] = await tx.select().from(bulkJob).where(isJob(key)).for('update');
  return job ?? null;
}

type JobChange = Partial<Pick<BulkJob, 'state' | 'touchedAt' | 'byMailboxId' | 'byRole' | 'byEmail'>>;

/** Queues a preview. False if it has expired or was queued before. */
export async function queuePreview(tx: Queryable, key: JobKey, youngerThan: Date, change: JobChange): Promise<boolean> {
  const moved = await tx
    .update(bulkJob)
    .set({ ...change, state: 'queued' })
    .where(and(isJob(key), eq(bulkJob.state, 'preview'), gt(bulkJob.createdAt, youngerThan)))
    .returning({ jobId: bulkJob.jobId });
  return moved.length === 1;
}

export const changeJob = (tx: Queryable, key: JobKey, change: JobChange) =>
  tx.update(bulkJob).set(change).where(isJob(key));

/** Marks the job as being worked on. Null when there is nothing to do. */
export async function touchJob(tx: Queryable, key: JobKey, touchedAt: Date): Promise<BulkJob | null> {
  const [job] = await tx
    .update(bulkJob)
    .set({ state: 'running', touchedAt })
    .where(and(isJob(key), inArray(bulkJob.state, ['queued', 'running'])))
    .returning();
  return job ?? null;
}

/** Takes over jobs that nobody has touched for a while. Of several concurrent callers only one gets each job. */
export async function takeIdleJobs(tx: Queryable, before: Date, now: Date, limit: number): Promise<JobKey[]> {
  const idle = await tx
    .select({ customerId: bulkJob.customerId, bundleId: bulkJob.bundleId, jobId: bulkJob.jobId })
    .from(bulkJob)
    .where(and(inArray(bulkJob.state, ['queued', 'running']), lt(bulkJob.touchedAt, before)))
    .orderBy(asc(bulkJob.touchedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  for (const key of idle) await changeJob(tx, key, { touchedAt: now });
  return idle;
}

/** All rows, those that the preview refused too. */
export const listRows = (tx: Queryable, key: JobKey): Promise<BulkRow[]> =>
  tx.select().from(bulkRow).where(isOf(key)).orderBy(asc(bulkRow.row));

export const countRefused = (tx: Queryable, key: JobKey): Promise<number> =>
  tx.$count(bulkRow, and(isOf(key), eq(bulkRow.state, 'refused')));

const listIn = (tx: Queryable, key: JobKey, state: BulkRow['state'], limit: number) =>
  tx
    .select()
    .from(bulkRow)
    .where(and(isOf(key), eq(bulkRow.state, state)))
    .orderBy(asc(bulkRow.row))
    .limit(limit);

/** The next waiting rows, without a lock: enough to prepare what they need. */
export const listWaiting = (tx: Queryable, key: JobKey, limit: number): Promise<BulkRow[]> =>
  listIn(tx, key, 'waiting', limit);

export const listReserved = (tx: Queryable, key: JobKey, limit: number): Promise<BulkRow[]> =>
  listIn(tx, key, 'reserved', limit);

/** Locks the rows that are still waiting, and skips those that another process has locked. */
export const claimRows = (tx: Queryable, key: JobKey, rows: number[]): Promise<BulkRow[]> =>
  tx
    .select()
    .from(bulkRow)
    .where(and(isOf(key), inArray(bulkRow.row, rows), eq(bulkRow.state, 'waiting')))
    .orderBy(asc(bulkRow.row))
    .for('update', { skipLocked: true });

/** Marks a waiting row done in the transaction that does it; false when it is no longer waiting. */
export async function claimRow(tx: Queryable, key: JobKey, row: number): Promise<boolean> {
  const claimed = await tx
    .update(bulkRow)
    .set({ state: 'done', code: null, attrs: null })
    .where(and(isOf(key), eq(bulkRow.row, row), eq(bulkRow.state, 'waiting')))
    .returning({ row: bulkRow.row });
  await addToCounts(tx, key, { done: claimed.length });
  return claimed.length === 1;
}

/** Called in the transaction that changes the rows. The job's own row is always locked last. */
async function addToCounts(tx: Queryable, key: JobKey, { done = 0, failed = 0, total = 0 }): Promise<void> {
  if (done === 0 && failed === 0 && total === 0) return;
  await tx
    .update(bulkJob)
    .set({
      done: sql`${bulkJob.done} + ${done}`,
      failed: sql`${bulkJob.failed} + ${failed}`,
      total: sql`${bulkJob.total} + ${total}`,
    })
    .where(isJob(key));
}

type Reserved = { row: number; mailboxId: string; linkId: string | null };

/** Erases the sealed password too, as it has been hashed by now. */
export const markReserved = (tx: Queryable, key: JobKey, rows: Reserved[], linkUntil: Date) =>
  tx.execute(sql`update bulk_row r set state = 'reserved', sealed_password = null, mailbox_id = v."mailboxId", link_id = v."linkId",
      link_until = case when v."linkId" is null then null else ${linkUntil.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v("row" integer, "mailboxId" uuid, "linkId" uuid)
    where r.customer_id = ${key.customerId} and r.job_id = ${key.jobId} and r."row" = v."row"`);

export type Failure = { row: number; code: BulkRowCode; attrs: Record<string, unknown> };

/** Only open rows can fail; done rows stay done. */
export async function markFailed(tx: Queryable, key: JobKey, failures: Failure[]): Promise<void> {
  const failed = await rowsOf(
    tx,
    sql`update bulk_row r set state = 'failed', code = v.code, attrs = v.attrs, mailbox_id = null, link_id = null, link_until = null
    from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as v("row" integer, code text, attrs jsonb)
    where r.customer_id = ${key.customerId} and r.job_id = ${key.jobId} and r."row" = v."row"
      and r.state in ('waiting', 'reserved') returning r."row"`,
  );
  await addToCounts(tx, key, { failed: failed.length });
}

/** Fails all waiting rows for one reason. */
export async function failWaiting(tx: Queryable, key: JobKey, code: BulkRowCode): Promise<void> {
  const failed = await tx
    .update(bulkRow)
    .set({ state: 'failed', code, attrs: {} })
    .where(and(isOf(key), eq(bulkRow.state, 'waiting')))
    .returning({ row: bulkRow.row });
  await addToCounts(tx, key, { failed: failed.length });
}

/** Marks reserved rows done, and returns those that this call changed. */
export async function markDone(tx: Queryable, key: JobKey, rows: number[]): Promise<BulkRow[]> {
  const done = await tx
    .update(bulkRow)
    .set({ state: 'done', code: null, attrs: null })
    .where(and(isOf(key), inArray(bulkRow.row, rows), eq(bulkRow.state, 'reserved')))
    .returning();
  await addToCounts(tx, key, { done: done.length });
  return done;
}

export const setRowAttrs = (tx: Queryable, key: JobKey, row: number, attrs: Record<string, unknown>) =>
  tx
    .update(bulkRow)
    .set({ attrs })
    .where(and(isOf(key), eq(bulkRow.row, row)));

/** Erases the password of a row that no longer needs it. */
export const eraseRowPassword = (tx: Queryable, key: JobKey, row: number) =>
  tx
    .update(bulkRow)
    .set({ sealedPassword: null })
    .where(and(isOf(key), eq(bulkRow.row, row)));

/** Sets the failed rows back to waiting, and returns how many there were. */
export async function reopenFailed(tx: Queryable, key: JobKey): Promise<number> {
  const opened = await tx
    .update(bulkRow)
    .set({ state: 'waiting', code: null, attrs: null })
    .where(and(isOf(key), eq(bulkRow.state, 'failed')))
    .returning({ row: bulkRow.row });
  await addToCounts(tx, key, { failed: -opened.length });
  return opened.length;
}

/** Failed and refused rows by their numbers. */
export const listUndone = (tx: Queryable, key: JobKey, rows: number[]): Promise<BulkRow[]> =>
  tx
    .select()
    .from(bulkRow)
    .where(and(isOf(key), inArray(bulkRow.row, rows), inArray(bulkRow.state, ['failed', 'refused'])))
    .orderBy(asc(bulkRow.row));

/** A row to try again. Null keeps its wish. */
export type Reopened = { row: number; wish: BulkWish | null };

/** Sets these failed and refused rows to waiting, and returns how many there were. A refused row is counted from now on. */
export async function reopenRows(tx: Queryable, key: JobKey, rows: Reopened[]): Promise<number> {
  const reopen = async (state: 'failed' | 'refused') => {
    const opened = await rowsOf(
      tx,
      sql`update bulk_row r set state = 'waiting', code = null, attrs = null, wish = coalesce(v.wish, r.wish)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v("row" integer, wish jsonb)
      where r.customer_id = ${key.customerId} and r.job_id = ${key.jobId} and r."row" = v."row" and r.state = ${state} returning r."row"`,
    );
    return opened.length;
  };
  const failed = await reopen('failed');
  const refused = await reopen('refused');
  await addToCounts(tx, key, { failed: -failed, total: refused });
  return failed + refused;
}

export type RefusedAgain = Failure & { address: string };

/** Keeps the address that was tried last, and why it was refused, on rows that stay failed or refused. */
export const markRefusedAgain = (tx: Queryable, key: JobKey, rows: RefusedAgain[]) =>
  tx.execute(sql`update bulk_row r set wish = r.wish || jsonb_build_object('address', v.address), code = v.code, attrs = v.attrs
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v("row" integer, address text, code text, attrs jsonb)
    where r.customer_id = ${key.customerId} and r.job_id = ${key.jobId} and r."row" = v."row" and r.state in ('failed', 'refused')`);
