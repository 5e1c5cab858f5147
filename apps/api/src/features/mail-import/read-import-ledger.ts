import type { readImportLedger as operation } from '@postern/contract/mail-import';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { Database } from '../../db/client.ts';
import type { ImportContext } from '../../http/request-context.ts';
import { readableImport } from './import-access.ts';
import { listFolders, listIssues } from './mail-import-repository.ts';
import { toFolderLedger } from './mail-import-view.ts';

/** The report of an import: what became of each folder's messages. */
export function readImportLedger(
  { db }: { db: Database },
  context: ImportContext,
  { taskId, limit }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return db.asTenant(context.actor.customerId, async (tx) => {
    const task = await readableImport(tx, context, taskId);
    const issues = await listIssues(tx, task, limit);
    const folders = await listFolders(tx, task);
    const issuesOf = (folder: number) => issues.filter((issue) => issue.folder === folder);
    return { folders: folders.map((row) => toFolderLedger(row, issuesOf(row.folder))), leftOut: task.leftOut };
  });
}
