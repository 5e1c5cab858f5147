import type { ImportTask } from '@postern/contract/mail-import';
import { isOver } from '@postern/domain/mail-import';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { auditOf } from './end-import.ts';
import { lockReadableImport } from './import-access.ts';
import { changeImport } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';
import { publishImport } from './publish-import.ts';

/** Pauses an import until a person continues it. It keeps its password for seven days. */
export function pauseImport(
  { db, clock }: { db: Database; clock: Clock },
  context: SessionContext,
  { taskId }: { taskId: string },
): Promise<{ task: ImportTask }> {
  const { actor, requestId } = context;
  return db.asTenant(actor.customerId, async (tx) => {
    const row = await lockReadableImport(tx, { ...context, importTaskId: null }, taskId);
    const now = clock.now();
    const isWaitingForPerson = row.nextTryAt === null;
    if (isOver(row.status) || isWaitingForPerson) return { task: toImportTask(row, now) };
    const waits = { status: 'interrupted', problem: 'PAUSED', problemDetail: null, nextTryAt: null } as const;
    // Without its lease, the process that works on it stops at its next write.
    const paused = await changeImport(tx, row, { ...waits, waitingSince: now, leaseUntil: null, leaseBy: null });
    await writeAudit(tx, clock, {
      ...auditOf(row, actor.email, requestId),
      action: 'import.paused',
      attrs: { taskId },
    });
    await publishImport(tx, clock, paused ?? row);
    return { task: toImportTask(paused ?? row, now) };
  });
}
