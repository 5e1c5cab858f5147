import type { MailSource } from '@postern/adapter-mail-source/port';
import type { SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';
import type { MailBackend, MailboxRef } from '@postern/adapter-mail/port';
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import { isHeldBy, type Lease } from '../../db/lease.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { CountedLists } from './counted-lists.ts';
import { changeImport, type ImportRow } from './mail-import-repository.ts';
import { publishImport } from './publish-import.ts';
import { mailImport } from './tables.ts';

export type RunDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: JobQueue;
  sealer: Sealer;
  mail: MailBackend;
  mailSource: MailSource;
  signIns: SourceSignIns;
};

/** Another process works on the import, or it was paused, cancelled or deleted. */
export class LeaseLost extends Error {
  constructor() {
    super('the import is no longer ours');
    this.name = 'LeaseLost';
  }
}

/** One process's work on one import. */
export type Run = {
  deps: RunDeps;
  row: ImportRow;
  lease: Lease;
  destination: MailboxRef & { usedBytes: number; quotaBytes: number };
  /** When the import was last sent to open panels, on a clock that only this process has. */
  publishedAt: number;
  /** Whether anything was settled since this process took the import. */
  hasMoved: boolean;
  isStopping: () => boolean;
  counted: CountedLists;
  /** The last write to the import's row: they follow one another, so that the renewal of the lease never surprises a step. */
  lastWrite: Promise<unknown>;
  /** What the next step writes before its own, in the same transaction. */
  joins: Work | null;
};

/** Writes to the import's row after all earlier writes of this process. */
export function inTurn<T>(run: Run, write: () => Promise<T>): Promise<T> {
  const written = run.lastWrite.then(write);
  run.lastWrite = written.catch(() => {});
  return written;
}

export const HELD = { until: mailImport.leaseUntil, by: mailImport.leaseBy };

/** How often open panels are told of progress, at most. */
const PUBLISH_EVERY_MILLIS = 1_000;

/** The sums of the folders' ledgers, as one statement computes them after a change. */
const SUMS = Object.fromEntries(
  ['found', 'copied', 'present', 'skipped', 'failed', 'bytes_found', 'bytes_copied', 'bytes_present'].map((name) => [
    name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()),
    sql`(select coalesce(sum(f.${sql.identifier(name)}), 0) from mail_import_folder f
      where f.customer_id = mail_import.customer_id and f.task_id = mail_import.task_id)`,
  ]),
);

/**
 * Does one step of an import in a transaction: `work` writes what the step changes, and the import's own row follows with its sums. Throws
 * LeaseLost, and writes nothing, unless the lease is still held.
 */
export const step = (run: Run, work: Work, { isNews = false } = {}): Promise<void> =>
  inTurn(run, () => writeStep(run, work, isNews));

export type Work = (tx: Queryable) => Promise<Partial<ImportRow> | void>;

/** Does what waits for the next step, if there is anything. */
export const finishSteps = async (run: Run): Promise<void> => {
  if (run.joins !== null) await step(run, async () => {});
};

async function writeStep(run: Run, work: Work, isNews: boolean): Promise<void> {
  const { db, clock } = run.deps;
  // If this fails, it isn't tried again: what it would have counted is found out by the next process.
  const before = run.joins;
  run.joins = null;
  const isDue = isNews || performance.now() - run.publishedAt > PUBLISH_EVERY_MILLIS;
  run.row = await db.asTenant(run.row.customerId, async (tx) => {
    // Locked first, so that a cancellation comes before the whole step or after it.
    const [held] = await tx
      .select({ taskId: mailImport.taskId })
      .from(mailImport)
      .where(sql`${mailImport.customerId} = ${run.row.customerId} and ${mailImport.bundleId} = ${run.row.bundleId}
        and ${mailImport.taskId} = ${run.row.taskId} and ${isHeldBy(HELD, run.lease)}`)
      .for('update');
    if (held === undefined) throw new LeaseLost();
    const change = { ...(await before?.(tx)), ...(await work(tx)) };
    const changed = await changeImport(tx, run.row, { ...(SUMS as Partial<ImportRow>), ...change });
    if (changed === null) throw new LeaseLost();
    if (isDue) await publishImport(tx, clock, changed);
    return changed;
  });
  if (isDue) run.publishedAt = performance.now();
}
