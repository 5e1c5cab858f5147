import { MailSourceError, type SourceMessage, type SourceSession } from '@postern/adapter-mail-source/port';
import { and, eq, sql } from 'drizzle-orm';
import { type BatchRow, listBatches, settleLostBatches } from './batches.ts';
import { copyBatch, type FolderWork } from './copy-batch.ts';
import { type Run, step } from './engine-context.ts';
import { findRenamedFolder } from './find-renamed-folder.ts';
import { finishImport } from './finish-import.ts';
import { sizeOf } from './look-at-source.ts';
import { type FolderRow, listFolders, ofTaskIn } from './mail-import-repository.ts';
import { mailImportFolder, mailImportIssue } from './tables.ts';

const BATCH_BYTES = 8 * 1_048_576;
const BATCH_MESSAGES = 200;

/** Copies what is left of a folder, batch by batch. Returns early if the process has to stop. */
export async function copyFolder(run: Run, session: SourceSession, given: FolderRow): Promise<void> {
  const open = await openForCopy(run, session, given);
  if (open === null) return;
  const { folder } = open;
  const work: FolderWork = { run, session, folder, unclaimed: null, next: null, ahead: null, lastUid: null };
  let known = await readKnown(run, folder);
  const hasLost = await settleLostBatches(run, folder, known.batches);
  if (folder.triesFailed && !(await copyFailed(work))) return;
  if (hasLost || folder.triesFailed) known = await readKnown(run, folder);
  const rest = await listRest(run, session, open, known);
  work.lastUid = rest.at(-1)?.uid ?? null;
  const parts = [...inBatches(rest, run.row.failures)];
  for (const [at, batch] of parts.entries()) {
    if (run.isStopping()) return;
    const following = parts[at + 1];
    work.next = following !== undefined && bytesOf(following) <= BATCH_BYTES ? following : null;
    const outcome = await copyBatch(work, batch, batch.at(-1)?.uid ?? 0);
    if (outcome !== 'settled') return finishImport(run, { ...outcome, status: endedEarly(run) });
  }
}

const bytesOf = (messages: readonly SourceMessage[]) => messages.reduce((sum, { bytes }) => sum + bytes, 0);

const endedEarly = ({ row }: Run) => (row.copied + row.present > 0 ? 'partial_successful' : 'failed');

/** A folder that is open, with its list if nothing has changed since it was counted. */
type OpenFolder = { folder: FolderRow; counted: readonly SourceMessage[] | null };

/** Opens the folder, under its new name if it has one. Null if it is gone or its UIDs mean other messages now; then that is written down. */
async function openForCopy(run: Run, session: SourceSession, folder: FolderRow): Promise<OpenFolder | null> {
  const opened = await session.openFolder(folder.source).catch((error: unknown) => {
    if (error instanceof MailSourceError && error.kind === 'not_found') return null;
    throw error;
  });
  if (opened === null) {
    const renamed = await findRenamedFolder(run, session, folder);
    const isThis = and(ofTaskIn(mailImportFolder, folder), eq(mailImportFolder.folder, folder.folder));
    if (renamed !== null) {
      await step(run, async (tx) => {
        await tx.update(mailImportFolder).set({ source: renamed, change: 'renamed' }).where(isThis);
      });
      await session.openFolder(renamed);
      return { folder: { ...folder, source: renamed, change: 'renamed' }, counted: null };
    }
    await closeEarly(run, folder, 'deleted');
    return null;
  }
  if (folder.uidValidity === opened.uidValidity) return { folder, counted: run.counted.take(folder, opened) };
  if (folder.uidValidity === null)
    return { folder: { ...folder, ...(await rememberValidity(run, folder, opened.uidValidity)) }, counted: null };
  await closeEarly(run, folder, 'reset');
  return null;
}

async function rememberValidity(run: Run, folder: FolderRow, uidValidity: number): Promise<{ uidValidity: number }> {
  const isThis = and(ofTaskIn(mailImportFolder, folder), eq(mailImportFolder.folder, folder.folder));
  await step(run, async (tx) => void (await tx.update(mailImportFolder).set({ uidValidity }).where(isThis)));
  return { uidValidity };
}

/**
 * Ends a folder that is gone, or whose UIDs were reset. Messages that were counted but not copied count as skipped in a deleted folder. A
 * reset folder gets a second line in the ledger, where its messages are found by their content.
 */
const closeEarly = (run: Run, folder: FolderRow, change: 'deleted' | 'reset'): Promise<void> =>
  step(run, async (tx) => {
    const f = mailImportFolder;
    const rest = (name: 'found' | 'bytesFound') =>
      name === 'found'
        ? sql`${f.found} - ${f.copied} - ${f.present} - ${f.skipped} - ${f.failed}`
        : sql`${f.bytesFound} - ${f.bytesCopied} - ${f.bytesPresent} - ${f.bytesSkipped} - ${f.bytesFailed}`;
    const accounted =
      change === 'deleted'
        ? {
            skipped: sql`${f.skipped} + greatest(0, ${rest('found')})`,
            bytesSkipped: sql`${f.bytesSkipped} + greatest(0, ${rest('bytesFound')})`,
          }
        : { found: sql`${f.found} - (${rest('found')})`, bytesFound: sql`${f.bytesFound} - (${rest('bytesFound')})` };
    await tx
      .update(f)
      .set({ ...accounted, state: 'done', change, triesFailed: false })
      .where(and(ofTaskIn(f, folder), eq(f.folder, folder.folder)));
    if (change === 'deleted') return;
    const all = await listFolders(tx, folder);
    const next = Math.max(...all.map((one) => one.folder)) + 1;
    const { customerId, taskId, source, target, isRenamed } = folder;
    await tx.insert(f).values({ customerId, taskId, folder: next, source, target, isRenamed, state: 'waiting' });
  });

/** What the database knows of a folder: its line, its batches, and its messages that are in the report. */
type Known = { row: FolderRow; batches: BatchRow[]; reported: number[] };

const readKnown = ({ deps }: Run, folder: FolderRow): Promise<Known> =>
  deps.db.asTenant(folder.customerId, async (tx) => {
    const isThis = and(ofTaskIn(mailImportFolder, folder), eq(mailImportFolder.folder, folder.folder));
    const [rows, batches, issues] = await Promise.all([
      tx.select().from(mailImportFolder).where(isThis),
      listBatches(tx, folder),
      tx
        .select({ uid: mailImportIssue.uid })
        .from(mailImportIssue)
        .where(and(ofTaskIn(mailImportIssue, folder), eq(mailImportIssue.folder, folder.folder))),
    ]);
    return { row: rows[0] ?? folder, batches, reported: issues.map(({ uid }) => uid) };
  });

/**
 * The messages that nobody has accounted for, by ascending UID. What is found is counted anew: mail may have come or gone since the first
 * look, and a source may have told wrong sizes. A folder without such messages is done.
 */
async function listRest(
  run: Run,
  session: SourceSession,
  { folder, counted }: OpenFolder,
  { row, batches, reported }: Known,
): Promise<SourceMessage[]> {
  const { settledUid } = row;
  const copied = batches.flatMap(({ put, present }) => [...put, ...present].map(([uid]) => uid));
  const isDone = new Set([...copied, ...reported]);
  const rest: SourceMessage[] = [];
  for await (const messages of counted === null ? session.listMessages(settledUid) : [counted])
    for (const message of messages)
      if (message.uid > settledUid && !isDone.has(message.uid)) {
        rest.push({ ...message, bytes: sizeOf(message.bytes) });
        // A source may list one twice.
        isDone.add(message.uid);
      }
  const restBytes = bytesOf(rest);
  const isAsCounted =
    row.found === row.copied + row.present + row.skipped + row.failed + rest.length &&
    row.bytesFound === row.bytesCopied + row.bytesPresent + row.bytesSkipped + row.bytesFailed + restBytes;
  if (isAsCounted && rest.length > 0) return rest;
  await step(run, async (tx) => {
    const f = mailImportFolder;
    await tx
      .update(f)
      .set({
        found: sql`${f.copied} + ${f.present} + ${f.skipped} + ${f.failed} + ${rest.length}`,
        bytesFound: sql`${f.bytesCopied} + ${f.bytesPresent} + ${f.bytesSkipped} + ${f.bytesFailed} + ${restBytes}`,
        ...(rest.length === 0 ? { state: 'done' } : {}),
      })
      .where(and(ofTaskIn(f, folder), eq(f.folder, folder.folder)));
    return { currentFolder: folder.target };
  });
  return rest;
}

/**
 * Batches that stay small, by number and by the sizes that the source reports. After a failure the first ones are smaller, so that a source
 * that often breaks off delivers something each time; after further failures they stay at one message, to find the cause.
 */
function* inBatches(messages: readonly SourceMessage[], failures: number): Generator<SourceMessage[]> {
  let most = failures === 0 ? BATCH_MESSAGES : failures === 1 ? 10 : 1;
  let batch: SourceMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (batch.length > 0 && (batch.length >= most || bytes + message.bytes > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
      if (failures === 1) most = Math.min(most * 2, BATCH_MESSAGES);
    }
    batch.push(message);
    bytes += message.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Tries failed messages again. False if the import ended or has to stop. */
async function copyFailed(work: FolderWork): Promise<boolean> {
  const { run, folder } = work;
  const failed = await run.deps.db.asTenant(folder.customerId, (tx) =>
    tx
      .select({ uid: mailImportIssue.uid, bytes: mailImportIssue.bytes })
      .from(mailImportIssue)
      .where(
        and(
          ...[ofTaskIn(mailImportIssue, folder), eq(mailImportIssue.folder, folder.folder)],
          eq(mailImportIssue.kind, 'failed'),
        ),
      )
      .orderBy(mailImportIssue.uid),
  );
  for (const batch of inBatches(failed, 1)) {
    if (run.isStopping()) return false;
    const outcome = await copyBatch(work, batch, 0);
    if (outcome === 'settled') continue;
    await finishImport(run, { ...outcome, status: endedEarly(run) });
    return false;
  }
  const isThis = and(ofTaskIn(mailImportFolder, folder), eq(mailImportFolder.folder, folder.folder));
  await step(run, async (tx) => void (await tx.update(mailImportFolder).set({ triesFailed: false }).where(isThis)));
  return true;
}
