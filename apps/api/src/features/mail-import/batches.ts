import { countDigests, type DigestCounts, splitPresent, withoutDigests } from '@postern/domain/mail-import';
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { type Run, step, type Work } from './engine-context.ts';
import { type FolderRow, ofTaskIn } from './mail-import-repository.ts';
import { addSeen, type SeenRecipient } from './seen-recipients.ts';
import { type BatchMessage, mailImportBatch, mailImportFolder, mailImportIssue } from './tables.ts';

export type BatchRow = typeof mailImportBatch.$inferSelect;

const ofFolder = ({ customerId, taskId, folder }: Pick<FolderRow, 'customerId' | 'taskId' | 'folder'>) =>
  and(
    ...[eq(mailImportBatch.customerId, customerId), eq(mailImportBatch.taskId, taskId)],
    eq(mailImportBatch.folder, folder),
  );

export const listBatches = (tx: Queryable, folder: FolderRow): Promise<BatchRow[]> =>
  tx.select().from(mailImportBatch).where(ofFolder(folder));

/**
 * The messages in a folder of the destination that no message of the source has claimed yet, by digest. Claims are those of this import and
 * of the one it continues, except for a folder whose UIDs were reset: its messages come again and claim them anew.
 */
export async function readUnclaimed(run: Run, target: string): Promise<DigestCounts> {
  const digests = await run.deps.mail.listMessageDigests(run.destination, target);
  if (digests.length === 0) return new Map();
  const { customerId, taskId, earlierTaskId } = run.row;
  const tasks = earlierTaskId === null ? [taskId] : [taskId, earlierTaskId];
  const claims = await run.deps.db.asTenant(customerId, (tx) =>
    tx
      .select({ put: mailImportBatch.put, present: mailImportBatch.present })
      .from(mailImportBatch)
      .innerJoin(
        mailImportFolder,
        and(
          ...[
            eq(mailImportFolder.customerId, mailImportBatch.customerId),
            eq(mailImportFolder.taskId, mailImportBatch.taskId),
          ],
          eq(mailImportFolder.folder, mailImportBatch.folder),
        ),
      )
      .where(
        and(
          ...[eq(mailImportBatch.customerId, customerId), inArray(mailImportBatch.taskId, tasks)],
          ...[eq(mailImportFolder.target, target), eq(mailImportBatch.state, 'settled')],
          or(isNull(mailImportFolder.change), ne(mailImportFolder.change, 'reset')),
        ),
      ),
  );
  const claimed = claims.flatMap(({ put, present }) => [...put, ...present].map(([, digest]) => digest));
  return withoutDigests(countDigests(digests), claimed);
}

/** What is settled with a batch, besides the messages in it. */
export type Missed = Omit<typeof mailImportIssue.$inferInsert, 'customerId' | 'taskId' | 'folder'>;
export type Settlement = {
  batchId: string | null;
  /** Whether all that was noted was put, so that the note stays as it is. */
  isAsNoted?: boolean;
  put: readonly BatchMessage[];
  present: readonly BatchMessage[];
  missed: readonly Missed[];
  /** Each message up to this UID is accounted for now; 0 for messages that failed before. */
  throughUid: number;
  /** Whether the folder is done with it. */
  endsFolder: boolean;
  /** Recipients at the domain in these messages. */
  seen?: readonly SeenRecipient[];
  /** Whether the next batch is noted right after, so that one transaction does both. */
  isFollowed?: boolean;
  /** The difference between the sizes that the source reported for these messages and their real ones, in bytes. */
  bytesMoreThanTold: number;
};

const bytesOf = (messages: readonly BatchMessage[]) => messages.reduce((sum, [, , bytes]) => sum + bytes, 0);

/** Writes down what is about to be put, before it is. */
export const noteBatch = (
  run: Run,
  folder: FolderRow,
  batch: Omit<BatchRow, 'customerId' | 'taskId' | 'folder' | 'state'>,
) =>
  step(run, async (tx) => {
    const key = { customerId: folder.customerId, taskId: folder.taskId, folder: folder.folder };
    await tx.insert(mailImportBatch).values({ ...key, ...batch, state: 'putting' });
    return { currentFolder: folder.target };
  });

/** Takes back the note of a batch that was refused: nothing of it was put. */
export const forgetBatch = (run: Run, folder: FolderRow, batchId: string): Promise<void> =>
  step(run, async (tx) => {
    await tx.delete(mailImportBatch).where(and(ofFolder(folder), eq(mailImportBatch.batchId, batchId)));
  });

/** Counts a batch in the folder's ledger, once it is certain what became of it. */
export async function settle(run: Run, folder: FolderRow, settlement: Settlement): Promise<void> {
  const work = settleIn(run, folder, settlement);
  // The step after this one is the next batch's.
  if (settlement.isFollowed === true && run.joins === null) run.joins = work;
  else await step(run, work);
}

const settleIn =
  (run: Run, folder: FolderRow, settlement: Settlement): Work =>
  async (tx) => {
    const { batchId, put, present, missed, throughUid } = settlement;
    if (batchId !== null)
      await tx
        .update(mailImportBatch)
        .set({ state: 'settled', ...(settlement.isAsNoted === true ? {} : { put: [...put], present: [...present] }) })
        .where(and(ofFolder(folder), eq(mailImportBatch.batchId, batchId)));
    if (throughUid === 0)
      await forgetFailures(
        tx,
        folder,
        [...put, ...present].map(([uid]) => uid),
        missed,
      );
    await writeMissed(tx, folder, missed);
    await addSeen(tx, folder, settlement.seen ?? []);
    const add = (kind: 'skipped' | 'failed') => missed.filter((one) => one.kind === kind);
    const sum = (rows: readonly Missed[]) => rows.reduce((total, { bytes }) => total + bytes, 0);
    const f = mailImportFolder;
    await tx
      .update(f)
      .set({
        settledUid: sql`greatest(${f.settledUid}, ${throughUid})`,
        copied: sql`${f.copied} + ${put.length}`,
        present: sql`${f.present} + ${present.length}`,
        skipped: sql`${f.skipped} + ${add('skipped').length}`,
        failed: sql`${f.failed} + ${add('failed').length}`,
        bytesCopied: sql`${f.bytesCopied} + ${bytesOf(put)}`,
        bytesPresent: sql`${f.bytesPresent} + ${bytesOf(present)}`,
        bytesSkipped: sql`${f.bytesSkipped} + ${sum(add('skipped'))}`,
        bytesFailed: sql`${f.bytesFailed} + ${sum(add('failed'))}`,
        bytesFound: sql`${f.bytesFound} + ${settlement.bytesMoreThanTold}`,
        ...(settlement.endsFolder ? { state: 'done' } : {}),
      })
      .where(and(ofTaskIn(f, folder), eq(f.folder, folder.folder)));
    run.hasMoved = true;
    return { currentFolder: folder.target, failures: 0 };
  };

/** Takes the messages that failed before out of the report, as they are counted anew. */
async function forgetFailures(
  tx: Queryable,
  folder: FolderRow,
  uids: readonly number[],
  missed: readonly Missed[],
): Promise<void> {
  const all = [...uids, ...missed.map(({ uid }) => uid)];
  if (all.length === 0) return;
  const gone = await tx
    .delete(mailImportIssue)
    .where(
      and(
        ...[ofTaskIn(mailImportIssue, folder), eq(mailImportIssue.folder, folder.folder)],
        ...[inArray(mailImportIssue.uid, all), eq(mailImportIssue.kind, 'failed')],
      ),
    )
    .returning({ bytes: mailImportIssue.bytes });
  const bytes = gone.reduce((sum, one) => sum + one.bytes, 0);
  const f = mailImportFolder;
  await tx
    .update(f)
    .set({ failed: sql`${f.failed} - ${gone.length}`, bytesFailed: sql`${f.bytesFailed} - ${bytes}` })
    .where(and(ofTaskIn(f, folder), eq(f.folder, folder.folder)));
}

async function writeMissed(tx: Queryable, folder: FolderRow, missed: readonly Missed[]): Promise<void> {
  if (missed.length === 0) return;
  const { customerId, taskId } = folder;
  const rows = missed.map((one) => ({ ...one, customerId, taskId, folder: folder.folder }));
  await tx.insert(mailImportIssue).values(rows).onConflictDoNothing();
}

/**
 * Finds out what became of batches whose answer was lost: what is in the destination was put there, the rest wasn't. The digests decide, so
 * nothing is put a second time. The messages that weren't put are copied with the others. Returns whether there was any.
 */
export async function settleLostBatches(run: Run, folder: FolderRow, batches: readonly BatchRow[]): Promise<boolean> {
  const lost = batches.filter(({ state }) => state === 'putting');
  for (const batch of lost) {
    const there = await readUnclaimed(run, folder.target);
    // Its messages that were there before keep their copies.
    const unclaimed = withoutDigests(
      there,
      batch.present.map(([, digest]) => digest),
    );
    const messages = batch.put.map(([uid, digest, bytes]) => ({ uid, digest, bytes }));
    const { present: arrived } = splitPresent(messages, unclaimed);
    const put = arrived.map(({ uid, digest, bytes }): BatchMessage => [uid, digest, bytes]);
    // Messages that were there before are claimed like those that arrived. The folder isn't settled up to the batch's end: some may be
    // missing.
    const settlement = { batchId: batch.batchId, put, present: batch.present, missed: [], bytesMoreThanTold: 0 };
    await settle(run, folder, { ...settlement, endsFolder: false, throughUid: batch.throughUid === 0 ? 0 : -1 });
  }
  return lost.length > 0;
}
