import type { SourceMessage, SourceSession } from '@postern/adapter-mail-source/port';
import { and, eq, sql } from 'drizzle-orm';
import { type BatchRow, listBatches } from './batches.ts';
import { type Run, step } from './engine-context.ts';
import { sizeOf } from './look-at-source.ts';
import { type FolderRow, ofTaskIn } from './mail-import-repository.ts';
import { mailImportFolder, mailImportIssue } from './tables.ts';

/** A folder that is open, with its list if nothing has changed since it was counted. */
export type OpenFolder = { folder: FolderRow; counted: readonly SourceMessage[] | null };

/** What the database knows of a folder: its line, its batches, and its messages that are in the report. */
export type Known = { row: FolderRow; batches: BatchRow[]; reported: number[] };

export const readKnown = ({ deps }: Run, folder: FolderRow): Promise<Known> =>
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

/** The messages that nobody has accounted for, by ascending UID. */
export async function listRest(
  session: SourceSession,
  { counted }: OpenFolder,
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
  return rest;
}

/**
 * Counts anew what is found, if it isn't as it was counted: mail may have come or gone since the first look, and a source may have told wrong
 * sizes. A folder without messages that are left is done.
 */
export async function noteRest(
  run: Run,
  folder: FolderRow,
  { row }: Known,
  rest: readonly SourceMessage[],
): Promise<void> {
  const restBytes = bytesOf(rest);
  const isAsCounted =
    row.found === row.copied + row.present + row.skipped + row.failed + rest.length &&
    row.bytesFound === row.bytesCopied + row.bytesPresent + row.bytesSkipped + row.bytesFailed + restBytes;
  if (isAsCounted && rest.length > 0) return;
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
}

export const bytesOf = (messages: readonly SourceMessage[]): number =>
  messages.reduce((sum, { bytes }) => sum + bytes, 0);
