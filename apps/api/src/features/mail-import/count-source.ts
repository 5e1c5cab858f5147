import { MailSourceError, type SourceMessage, type SourceSession } from '@postern/adapter-mail-source/port';
import { canImport } from '@postern/domain/mail-import';
import { and, eq } from 'drizzle-orm';
import { type Run, step } from './engine-context.ts';
import { finishImport } from './finish-import.ts';
import { lookAtSource, sizeOf } from './look-at-source.ts';
import { type FolderRow, findImport, listFolders, ofTaskIn } from './mail-import-repository.ts';
import { mailImportFolder, mailImportIssue } from './tables.ts';

/** Lists the folders of the source, and counts the messages of each: then the whole is known before the first message is copied. */
export async function countSource(run: Run, session: SourceSession): Promise<void> {
  const look = await lookAtSource(session, run.row);
  const chosen = run.row.leftOutFolders.map((folder) => ({ folder, reason: 'chosen' as const }));
  const leftOut = [...look.leftOut.map(({ source: folder, reason }) => ({ folder, reason })), ...chosen];
  const key = { customerId: run.row.customerId, taskId: run.row.taskId };
  await step(run, async (tx) => {
    const rows = look.copied.map((plan, folder) => ({ ...key, ...plan, folder, state: 'waiting' as const }));
    if (rows.length > 0) await tx.insert(mailImportFolder).values(rows).onConflictDoNothing();
    return { leftOut };
  });
  const folders = await run.deps.db.asTenant(key.customerId, (tx) => listFolders(tx, key));
  const earlier = await readEarlier(run);
  for (const folder of folders) {
    if (folder.uidValidity !== null || folder.isUnreadable) continue;
    if (run.isStopping()) return;
    await countFolder(run, session, folder, earlier);
  }
  await step(run, async () => ({ isCounted: true }), { isNews: true });
  await endUnlessItFits(run);
}

/** Ends an import whose source has more than there is room for, before it copies anything. Spec 2 §5. */
async function endUnlessItFits(run: Run): Promise<void> {
  const { bytesFound, bytesPresent, earlierTaskId } = run.row;
  if (earlierTaskId !== null) return;
  const verdict = canImport({ ...run.destination, neededBytes: bytesFound - bytesPresent });
  if (!verdict.ok)
    await finishImport(run, { status: 'failed', problem: verdict.code, missingBytes: verdict.attrs.missingBytes });
}

type Earlier = { taskId: string; folders: FolderRow[] } | null;

async function readEarlier({ deps, row }: Run): Promise<Earlier> {
  const { earlierTaskId: taskId, customerId, bundleId } = row;
  if (taskId === null) return null;
  return deps.db.asTenant(customerId, async (tx) => {
    const task = await findImport(tx, { customerId, bundleId, taskId });
    return task === null ? null : { taskId, folders: await listFolders(tx, { customerId, taskId }) };
  });
}

/**
 * Counts a folder. What an earlier import put or found here is there already, as long as the folder's UIDs mean the same (RFC 3501
 * §2.3.1.1). What failed or was skipped then isn't here: it is tried again.
 */
async function countFolder(run: Run, session: SourceSession, folder: FolderRow, earlier: Earlier): Promise<void> {
  const opened = await session.openFolder(folder.source).catch((error: unknown) => {
    if (error instanceof MailSourceError && (error.kind === 'protocol' || error.kind === 'not_found')) return null;
    throw error;
  });
  const isThis = and(ofTaskIn(mailImportFolder, run.row), eq(mailImportFolder.folder, folder.folder));
  if (opened === null) {
    const leftOut = [...run.row.leftOut, { folder: folder.source, reason: 'unreadable' as const }];
    return step(run, async (tx) => {
      await tx.update(mailImportFolder).set({ isUnreadable: true, state: 'done' }).where(isThis);
      return { leftOut };
    });
  }
  const before = earlier?.folders.find(
    ({ source, uidValidity, change }) =>
      source === folder.source && uidValidity === opened.uidValidity && change !== 'reset',
  );
  const settledUid = before?.settledUid ?? 0;
  const sums = { found: 0, bytesFound: 0, present: 0, bytesPresent: 0, failed: 0, bytesFailed: 0 };
  const missedBefore = before === undefined ? [] : await readMissed(run, before);
  // Uses the sizes already in the report, because the size that a source claims for a too large message can't be trusted.
  const missedBytes = new Map(missedBefore.map(({ uid, bytes }) => [uid, bytes]));
  const listed = new Set<number>();
  const { counted } = run;
  const list: SourceMessage[] = [];
  for await (const messages of session.listMessages(0)) {
    // With labels, a message may move to another folder without a new UID.
    if (!session.hasLabels && list.length + messages.length <= counted.room) list.push(...messages);
    for (const { uid, bytes: told } of messages) {
      const bytes = missedBytes.get(uid) ?? sizeOf(told);
      sums.found += 1;
      sums.bytesFound += bytes;
      if (uid > settledUid) continue;
      const isMissed = missedBytes.has(uid);
      if (isMissed) listed.add(uid);
      sums[isMissed ? 'failed' : 'present'] += 1;
      sums[isMissed ? 'bytesFailed' : 'bytesPresent'] += bytes;
    }
  }
  if (list.length === sums.found) counted.remember(folder, opened, list);
  await step(run, async (tx) => {
    const again = missedBefore
      .filter(({ uid }) => listed.has(uid))
      .map((issue) => ({ ...issue, taskId: run.row.taskId, folder: folder.folder, kind: 'failed' as const }));
    if (again.length > 0) await tx.insert(mailImportIssue).values(again).onConflictDoNothing();
    const set = { ...sums, settledUid, uidValidity: opened.uidValidity, triesFailed: again.length > 0 };
    await tx.update(mailImportFolder).set(set).where(isThis);
    run.hasMoved = true;
  });
}

const readMissed = ({ deps, row }: Run, { taskId, folder, customerId }: FolderRow) =>
  deps.db.asTenant(row.customerId, (tx) =>
    tx
      .select()
      .from(mailImportIssue)
      .where(and(ofTaskIn(mailImportIssue, { customerId, taskId }), eq(mailImportIssue.folder, folder))),
  );
