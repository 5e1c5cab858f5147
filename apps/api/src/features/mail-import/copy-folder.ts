import { MailSourceError, type SourceSession } from '@postern/adapter-mail-source/port';
import { and, eq, sql } from 'drizzle-orm';
import { settleLostBatches } from './batches.ts';
import type { Begun, ListedFolder } from './begin-folder.ts';
import { copyBatch, type FolderWork, workOn } from './copy-batch.ts';
import { type Run, step } from './engine-context.ts';
import { findRenamedFolder } from './find-renamed-folder.ts';
import { finishImport } from './finish-import.ts';
import { BATCH_BYTES, inBatches } from './in-batches.ts';
import { bytesOf, listRest, noteRest, type OpenFolder, readKnown } from './list-rest.ts';
import { type FolderRow, listFolders, ofTaskIn } from './mail-import-repository.ts';
import { mailImportFolder, mailImportIssue } from './tables.ts';

/**
 * Copies what is left of a folder, batch by batch. Returns early if the process has to stop. `begun`: this folder, if its reading has begun.
 * `beginNext` is called when nothing more is asked of the source for this folder.
 */
export async function copyFolder(
  run: Run,
  session: SourceSession,
  given: FolderRow,
  { begun, beginNext }: { begun: Begun | null; beginNext: () => void },
): Promise<void> {
  const ready = begun ?? (await readFolder(run, session, given));
  if (ready === null) return;
  const { folder, known, parts } = ready;
  const work: FolderWork = { ...workOn(run, session, folder), ahead: begun?.ahead ?? null };
  work.lastUid = parts.at(-1)?.at(-1)?.uid ?? null;
  if (parts.length === 0) beginNext();
  await noteRest(run, folder, known, parts.flat());
  for (const [at, batch] of parts.entries()) {
    if (run.isStopping()) return;
    const following = parts[at + 1];
    work.next = following !== undefined && bytesOf(following) <= BATCH_BYTES ? following : null;
    work.beginNext = following === undefined ? beginNext : null;
    const outcome = await copyBatch(work, batch, batch.at(-1)?.uid ?? 0);
    if (outcome !== 'settled') return finishImport(run, { ...outcome, status: endedEarly(run) });
  }
}

/**
 * Opens a folder, finds out what became of batches whose answer was lost, tries again what failed, and lists the rest. Null if the folder is
 * gone, or if the import ended or has to stop.
 */
async function readFolder(run: Run, session: SourceSession, given: FolderRow): Promise<ListedFolder | null> {
  const open = await openForCopy(run, session, given);
  if (open === null) return null;
  const { folder } = open;
  let known = await readKnown(run, folder);
  const hasLost = await settleLostBatches(run, folder, known.batches);
  if (folder.triesFailed && !(await copyFailed(workOn(run, session, folder)))) return null;
  if (hasLost || folder.triesFailed) known = await readKnown(run, folder);
  return { folder, known, parts: [...inBatches(await listRest(session, open, known), run.row.failures)] };
}

const endedEarly = ({ row }: Run) => (row.copied + row.present > 0 ? 'partial_successful' : 'failed');

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
