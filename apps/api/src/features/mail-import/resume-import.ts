import type { ImportTask } from '@postern/contract/mail-import';
import type { SourceAccount } from '@postern/adapter-mail-source/port';
import { canRetry, isOver } from '@postern/domain/mail-import';
import { eq, or, sql } from 'drizzle-orm';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/database-errors.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { ImportContext, SessionContext } from '../../http/request-context.ts';
import { auditOf } from './end-import.ts';
import { lockReadableImport, readableImport } from './import-access.ts';
import { sealSecret } from './import-secret.ts';
import { changeImport, type ImportRow, ofTaskIn } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';
import { publishImport } from './publish-import.ts';
import { type ImportWish, readAccount } from './read-wish.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { type GivenSecret, keepSecret, loginWith, readSecret } from './sign-in/use-sign-in.ts';
import { withSource } from './sign-in-at-source.ts';
import { mailImportFolder } from './tables.ts';
import { wakeImports } from './wake-imports.ts';

/** Goes on with the import of a mailed link, with the password or the sign-in that was given there. Nothing else of it can be changed. */
export async function resumeByLink(
  deps: ScheduleDeps,
  context: ImportContext,
  wish: ImportWish,
): Promise<{ task: ImportTask }> {
  const taskId = context.importTaskId ?? '';
  const row = await deps.db.asTenant(context.actor.customerId, (tx) => readableImport(tx, context, taskId));
  const account = readAccount(wish, [...deps.importPorts, row.port]);
  const isSame = account.host === row.host && account.port === row.port && account.ssl === row.ssl;
  const isSameAccount =
    account.user === row.remoteEmail && wish.destinationEmail.toLowerCase() === row.destinationEmail;
  if (!isSame || !isSameAccount) throw new PanelError('NOT_AUTHORIZED', { reason: 'OTHER_IMPORT' });
  if (isOver(row.status)) throw new PanelError('TOKEN_EXPIRED');
  return goOn(deps, context, row, await readSecret(deps, context.actor, accountOf(row), wish));
}

/** Goes on with an import that waits, or tries again what failed in one that has ended. */
export async function retryImport(
  deps: ScheduleDeps,
  context: SessionContext,
  { taskId, ...wish }: { taskId: string } & Pick<ImportWish, 'remotePassword' | 'signInId'>,
): Promise<{ task: ImportTask }> {
  const byPerson = { ...context, importTaskId: null };
  const row = await deps.db.asTenant(context.actor.customerId, (tx) => readableImport(tx, byPerson, taskId));
  if (isOver(row.status) && !canRetry(row.status)) return { task: toImportTask(row, deps.clock.now()) };
  const isGiven = wish.remotePassword !== undefined || wish.signInId !== undefined;
  if (!isGiven && row.sealedPassword === null) throw new PanelError('IMPORT_PASSWORD_NEEDED');
  return goOn(deps, byPerson, row, isGiven ? await readSecret(deps, context.actor, accountOf(row), wish) : null);
}

/** Checks a new password or access at the source first; null: the stored one is used. */
async function goOn(
  deps: ScheduleDeps,
  context: ImportContext,
  row: ImportRow,
  secret: GivenSecret | null,
): Promise<{ task: ImportTask }> {
  if (secret !== null) await withSource(deps, row.customerId, loginWith(accountOf(row), secret), async () => {});
  const now = deps.clock.now();
  const resumed = await deps.db.asTenant(row.customerId, async (tx) => {
    const locked = await lockReadableImport(tx, context, row.taskId);
    const isEnded = isOver(locked.status);
    if (isEnded && !canRetry(locked.status)) return { task: toImportTask(locked, now) };
    if (secret === null && locked.sealedPassword === null) throw new PanelError('IMPORT_PASSWORD_NEEDED');
    if (isEnded) await openFailedFolders(tx, locked);
    const kept = secret === null ? {} : sealSecret(deps.sealer, locked, await keepSecret(tx, secret));
    const change: Partial<ImportRow> = {
      ...kept,
      ...(secret === null ? {} : { erasedAt: null }),
      ...{ problem: null, problemDetail: null, missingBytes: null, failures: 0 },
      ...{ status: locked.startedAt === null ? 'initialized' : 'started', nextTryAt: now, waitingSince: null },
      ...{ endedAt: null, hiddenAt: null, hasLookedAgain: false },
      // A link that was about the time before shows how that ended, and must not cancel what a person starts anew.
      ...(isEnded ? { linkHash: null, linkUntil: null } : {}),
      leftOut: locked.leftOut.filter(({ reason }) => reason !== 'unreadable'),
    };
    const changed = await changeImport(tx, locked, change).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new PanelError('IMPORT_EXISTS') : error;
    });
    const what = {
      action: 'import.resumed' as const,
      attrs: { taskId: row.taskId, byLink: context.importTaskId !== null },
    };
    await writeAudit(tx, deps.clock, { ...auditOf(locked, context.actor.email, context.requestId), ...what });
    await publishImport(tx, deps.clock, changed ?? locked);
    return { task: toImportTask(changed ?? locked, now) };
  });
  wakeImports(deps);
  return resumed;
}

/** The folders with failed messages, and those that couldn't be read, have work again. */
const openFailedFolders = (tx: Queryable, row: ImportRow) =>
  tx
    .update(mailImportFolder)
    .set({ state: 'waiting', triesFailed: sql`${mailImportFolder.failed} > 0` })
    .where(
      sql`${ofTaskIn(mailImportFolder, row)} and ${or(sql`${mailImportFolder.failed} > 0`, eq(mailImportFolder.isUnreadable, true))}`,
    );

/** The account that an import copies. */
export const accountOf = (row: ImportRow): SourceAccount => ({
  ...{ host: row.host, port: row.port, ssl: row.ssl, user: row.remoteEmail },
  certificateFingerprint: row.certificateFingerprint,
});
