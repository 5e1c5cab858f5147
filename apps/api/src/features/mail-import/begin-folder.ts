import { MailSourceError, type SourceMessage, type SourceSession } from '@postern/adapter-mail-source/port';
import { type BatchAhead, fetchAhead, workOn } from './copy-batch.ts';
import type { Run } from './engine-context.ts';
import { BATCH_BYTES, inBatches } from './in-batches.ts';
import { bytesOf, type Known, listRest, readKnown } from './list-rest.ts';
import type { FolderRow } from './mail-import-repository.ts';

/** A folder that was opened, with what is known of it and the batches that are left. */
export type ListedFolder = { folder: FolderRow; known: Known; parts: SourceMessage[][] };

/** The same, before its turn, and its first batch on its way. */
export type Begun = ListedFolder & { ahead: BatchAhead | null };

/**
 * Opens and lists a folder and begins to fetch its first batch, while the last batch of the folder before it is being stored: a source that is
 * far away takes several round trips for that. Writes nothing. Null if something must be written first, because the folder was renamed, has
 * new UIDs, or has messages to try again: then it is opened in its turn.
 */
export async function beginFolder(run: Run, session: SourceSession, folder: FolderRow): Promise<Begun | null> {
  // After a failure one thing is done at a time.
  if (folder.triesFailed || folder.uidValidity === null || run.row.failures > 0 || run.isStopping()) return null;
  const known = await readKnown(run, folder);
  if (known.batches.some(({ state }) => state === 'putting')) return null;
  const opened = await session.openFolder(folder.source).catch((error: unknown) => {
    if (error instanceof MailSourceError && error.kind === 'not_found') return null;
    throw error;
  });
  if (opened?.uidValidity !== folder.uidValidity) return null;
  const rest = await listRest(session, { folder, counted: run.counted.take(folder, opened) }, known);
  const parts = [...inBatches(rest, run.row.failures)];
  const [first] = parts;
  const isSmall = first !== undefined && bytesOf(first) <= BATCH_BYTES;
  return { folder, known, parts, ahead: isSmall ? fetchAhead(workOn(run, session, folder), first) : null };
}
