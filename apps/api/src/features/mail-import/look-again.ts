import type { FolderState, SourceSession } from '@postern/adapter-mail-source/port';
import { and, eq } from 'drizzle-orm';
import { type Run, step } from './engine-context.ts';
import { listFolders, ofTaskIn } from './mail-import-repository.ts';
import { mailImportFolder } from './tables.ts';

/** Looks once, when everything is copied, for mail that came meanwhile. Opens only folders whose state the source didn't tell with the others. */
export async function lookAgain(run: Run, session: SourceSession): Promise<void> {
  const folders = await run.deps.db.asTenant(run.row.customerId, (tx) => listFolders(tx, run.row));
  const withNews: number[] = [];
  // If it fails, each folder is asked for.
  const states = await session.listStates().catch(() => new Map<string, FolderState>());
  for (const { folder, source, settledUid, uidValidity, isUnreadable, change } of folders) {
    if (isUnreadable || change === 'deleted' || change === 'reset') continue;
    const state = states.get(source) ?? (await session.openFolder(source).catch(() => null));
    if (state === null || state.uidValidity !== uidValidity || state.uidNext > settledUid + 1) withNews.push(folder);
  }
  await step(run, async (tx) => {
    for (const folder of withNews)
      await tx
        .update(mailImportFolder)
        .set({ state: 'waiting' })
        .where(and(ofTaskIn(mailImportFolder, run.row), eq(mailImportFolder.folder, folder)));
    return { hasLookedAgain: true };
  });
}
