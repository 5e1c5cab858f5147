import type { ImportTask } from '@postern/contract/mail-import';
import { isOver } from '@postern/domain/mail-import';
import type { Database } from '../../db/client.ts';
import type { ImportContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { endImport } from './end-import.ts';
import { lockReadableImport } from './import-access.ts';
import { toImportTask } from './mail-import-view.ts';

/** Stops an import for good and erases its password. What was copied stays. Repeating it changes nothing. */
export function cancelImport(
  { db, clock }: { db: Database; clock: Clock },
  context: ImportContext,
  { taskId }: { taskId: string },
): Promise<{ task: ImportTask }> {
  const { actor, requestId } = context;
  return db.asTenant(actor.customerId, async (tx) => {
    const row = await lockReadableImport(tx, context, taskId);
    if (isOver(row.status)) return { task: toImportTask(row, clock.now()) };
    const ended = await endImport(tx, clock, row, { status: 'cancelled', actor: actor.email, requestId });
    return { task: toImportTask(ended, clock.now()) };
  });
}
