import type { SourceSession } from '@postern/adapter-mail-source/port';
import type { Run } from './engine-context.ts';
import { type FolderRow, listFolders } from './mail-import-repository.ts';

/**
 * The new name of a folder that is no longer there: a folder that wasn't there before and has the same UIDVALIDITY, if there is exactly
 * one. Servers keep it when a folder is renamed.
 */
export async function findRenamedFolder(run: Run, session: SourceSession, folder: FolderRow): Promise<string | null> {
  const rows = await run.deps.db.asTenant(folder.customerId, (tx) => listFolders(tx, folder));
  const known = new Set([...rows.map(({ source }) => source), ...run.row.leftOut.map((one) => one.folder)]);
  const found: string[] = [];
  for (const { path, isSelectable } of await session.listFolders()) {
    if (!isSelectable || known.has(path)) continue;
    const opened = await session.openFolder(path).catch(() => null);
    if (opened?.uidValidity === folder.uidValidity) found.push(path);
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}
