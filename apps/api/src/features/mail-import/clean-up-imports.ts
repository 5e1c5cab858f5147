import { LEDGER_DAYS, outcomeOf, PASSWORD_KEPT_DAYS } from '@postern/domain/mail-import';
import { and, isNotNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { endImport } from './end-import.ts';
import { listFolders } from './mail-import-repository.ts';
import { toLedger } from './mail-import-view.ts';
import { mailImport, mailImportBatch, mailImportFolder, mailImportIssue, mailImportSeen } from './tables.ts';

const DAY_MILLIS = 24 * 3_600_000;
const AT_ONCE = 100;

/** Ends imports that have waited for seven days, with their passwords, and deletes reports that are older than they are kept. */
export async function cleanUpImports(tx: Queryable, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MILLIS);
  const waiting = await tx
    .select()
    .from(mailImport)
    .where(and(isNotNull(mailImport.waitingSince), lte(mailImport.waitingSince, ago(PASSWORD_KEPT_DAYS))))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  for (const row of waiting) {
    const folders = (await listFolders(tx, row)).map(toLedger);
    // It stopped before its end, whatever its folders say.
    const outcome = outcomeOf(folders, false);
    await endImport(tx, { now: () => now }, row, { status: outcome, actor: 'system', problem: row.problem });
  }
  const isOld = sql`(customer_id, task_id) in (select customer_id, task_id from mail_import
    where ended_at < ${ago(LEDGER_DAYS).toISOString()})`;
  for (const table of [mailImportIssue, mailImportBatch, mailImportFolder, mailImportSeen])
    await tx.delete(table).where(isOld);
  await tx.delete(mailImport).where(lte(mailImport.endedAt, ago(LEDGER_DAYS)));
}
