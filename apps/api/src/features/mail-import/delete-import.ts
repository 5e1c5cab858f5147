import { isOver } from '@postern/domain/mail-import';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { auditOf } from './end-import.ts';
import { lockReadableImport } from './import-access.ts';
import { changeImport } from './mail-import-repository.ts';

/** Takes an import that has ended from the list. Its mail stays, and its report for as long as reports are kept. */
export async function deleteImport(
  { db, clock }: { db: Database; clock: Clock },
  context: SessionContext,
  { taskId }: { taskId: string },
): Promise<Record<string, never>> {
  const { actor, requestId } = context;
  await db.asTenant(actor.customerId, async (tx) => {
    const row = await lockReadableImport(tx, { ...context, importTaskId: null }, taskId);
    if (!isOver(row.status)) throw new PanelError('IMPORT_RUNNING');
    if (row.hiddenAt !== null) return;
    await changeImport(tx, row, { hiddenAt: clock.now() });
    await writeAudit(tx, clock, {
      ...auditOf(row, actor.email, requestId),
      action: 'import.deleted',
      attrs: { taskId },
    });
  });
  return {};
}
