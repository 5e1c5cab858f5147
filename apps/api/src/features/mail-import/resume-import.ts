import type { ImportTask } from '@postern/contract/mail-import';
import type { SourceLogin } from '@postern/adapter-mail-source/port';
import { canRetry, isOver } from '@postern/domain/mail-import';
import { eq, or, sql } from 'drizzle-orm';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/database-errors.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { ImportContext, SessionContext } from '../../http/request-context.ts';
import { auditOf } from './end-import.ts';
import { lockReadableImport, readableImport } from './import-access.ts';
import { sealPassword } from './import-secret.ts';
import { changeImport, type ImportRow, ofTaskIn } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';
import { publishImport } from './publish-import.ts';
import { type ImportWish, readLogin } from './read-wish.ts';
import type { ScheduleDeps } from './schedule-import.ts';
import { withSource } from './sign-in-at-source.ts';
import { mailImportFolder } from './tables.ts';

/** Goes on with the import of a mailed link, with the password that was entered there. Nothing else of it can be changed. */
export async function resumeByLink(
  deps: ScheduleDeps,
  context: ImportContext,
  wish: ImportWish,
): Promise<{ task: ImportTask }> {
  const taskId = context.importTaskId ?? '';
  const row = await deps.db.asTenant(context.actor.customerId, (tx) => readableImport(tx, context, taskId));
  const login = readLogin(wish, [...deps.importPorts, row.port]);
  const isSame = login.host === row.host && login.port === row.port && login.ssl === row.ssl;
  const isSameAccount = login.user === row.remoteEmail && wish.destinationEmail.toLowerCase() === row.destinationEmail;
  if (!isSame || !isSameAccount) throw new PanelError('NOT_AUTHORIZED', { reason: 'OTHER_IMPORT' });
  if (isOver(row.status)) throw new PanelError('TOKEN_EXPIRED');
  return goOn(deps, context, row, login.password);
}

/** Goes on with an import that waits, or tries again what failed in one that has ended. */
export async function retryImport(
  deps: ScheduleDeps,
  context: SessionContext,
  { taskId, remotePassword }: { taskId: string; remotePassword?: string | undefined },
): Promise<{ task: ImportTask }> {
  const byPerson = { ...context, importTaskId: null };
  const row = await deps.db.asTenant(context.actor.customerId, (tx) => readableImport(tx, byPerson, taskId));
  if (isOver(row.status) && !canRetry(row.status)) return { task: toImportTask(row, deps.clock.now()) };
  if (remotePassword === undefined && row.sealedPassword === null) throw new PanelError('IMPORT_PASSWORD_NEEDED');
  return goOn(deps, byPerson, row, remotePassword ?? null);
}

/** Checks a new password at the source first; null: the stored one is used. */
async function goOn(
  deps: ScheduleDeps,
  context: ImportContext,
  row: ImportRow,
  password: string | null,
): Promise<{ task: ImportTask }> {
  if (password !== null) await withSource(deps, row.customerId, loginOf(row, password), async () => {});
  const now = deps.clock.now();
  return deps.db.asTenant(row.customerId, async (tx) => {
    const locked = await lockReadableImport(tx, context, row.taskId);
    const isEnded = isOver(locked.status);
    if (isEnded && !canRetry(locked.status)) return { task: toImportTask(locked, now) };
    if (password === null && locked.sealedPassword === null) throw new PanelError('IMPORT_PASSWORD_NEEDED');
    if (isEnded) await openFailedFolders(tx, locked);
    const secret =
      password === null ? {} : { sealedPassword: sealPassword(deps.sealer, locked, password), erasedAt: null };
    const change: Partial<ImportRow> = {
      ...secret,
      ...{ problem: null, problemDetail: null, missingBytes: null, failures: 0 },
      ...{ status: locked.startedAt === null ? 'initialized' : 'started', nextTryAt: now, waitingSince: null },
      ...{ endedAt: null, hiddenAt: null, hasLookedAgain: false },
      // A link that was about the time before shows how that ended, and must not cancel what a person starts anew.
      ...(isEnded ? { linkHash: null, linkUntil: null } : {}),
      leftOut: locked.leftOut.filter(({ reason }) => reason !== 'unreadable'),
    };
    const resumed = await changeImport(tx, locked, change).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new PanelError('IMPORT_EXISTS') : error;
    });
    const what = {
      action: 'import.resumed' as const,
      attrs: { taskId: row.taskId, byLink: context.importTaskId !== null },
    };
    await writeAudit(tx, deps.clock, { ...auditOf(locked, context.actor.email, context.requestId), ...what });
    await publishImport(tx, deps.clock, resumed ?? locked);
    return { task: toImportTask(resumed ?? locked, now) };
  });
}

/** The folders with failed messages, and those that couldn't be read, have work again. */
const openFailedFolders = (tx: Queryable, row: ImportRow) =>
  tx
    .update(mailImportFolder)
    .set({ state: 'waiting', triesFailed: sql`${mailImportFolder.failed} > 0` })
    .where(
      sql`${ofTaskIn(mailImportFolder, row)} and ${or(sql`${mailImportFolder.failed} > 0`, eq(mailImportFolder.isUnreadable, true))}`,
    );

/** How an import signs in at its source. */
export const loginOf = (row: ImportRow, password: string): SourceLogin => ({
  ...{ host: row.host, port: row.port, ssl: row.ssl, user: row.remoteEmail, password },
  certificateFingerprint: row.certificateFingerprint,
});
