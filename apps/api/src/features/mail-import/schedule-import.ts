import type { scheduleImport as operation } from '@postern/contract/mail-import';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { canImport } from '@postern/domain/mail-import';
import { writeAudit } from '../../db/audit.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { ImportContext } from '../../http/request-context.ts';
import { derivedId, newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { auditOf } from './end-import.ts';
import { sealPassword } from './import-secret.ts';
import { lookAtSource } from './look-at-source.ts';
import { findEarlierImport, findImport, insertImport } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';
import { publishImport } from './publish-import.ts';
import { readDestination, readLogin, readNotificationEmail } from './read-wish.ts';
import { resumeByLink } from './resume-import.ts';
import { type SourceDeps, withSource } from './sign-in-at-source.ts';

export type ScheduleDeps = SourceDeps & { sealer: Sealer; importPorts: readonly number[] };
type Input = ParsedInputOf<typeof operation>;

/**
 * Starts an import, after everything was checked again and a sign-in at the source has worked. With a mailed link's token the import of the
 * link goes on with the new password. Importing a source again copies only what is new.
 */
export async function scheduleImport(
  deps: ScheduleDeps,
  context: ImportContext,
  input: Input,
): Promise<OutputOf<typeof operation>> {
  if (context.importTaskId !== null) return resumeByLink(deps, context, input);
  const { actor, requestId } = context;
  const { customerId, bundleId } = actor;
  const destination = await deps.db.asTenant(customerId, (tx) => readDestination(tx, actor, input.destinationEmail));
  const login = readLogin(input, deps.importPorts);
  const notificationEmail = readNotificationEmail(input.notificationEmail);
  const taskId = idOf(context, deps.clock.now());
  const key = { customerId, bundleId, taskId };
  const source = { mailboxId: destination.mailboxId, host: login.host, remoteEmail: login.user };
  const { known, earlier } = await deps.db.asTenant(customerId, async (tx) => ({
    known: await findImport(tx, key),
    earlier: await findEarlierImport(tx, key, source),
  }));
  if (known !== null) return { task: toImportTask(known, deps.clock.now()) };
  await withSource(deps, customerId, login, async (session) => {
    const { bytes } = await lookAtSource(session, { ...input, leftOutFolders: input.leftOutFolders ?? [] });
    // What an earlier import copied doesn't need room again.
    const verdict = canImport({ ...destination, neededBytes: earlier === null ? (bytes ?? 0) : 0 });
    if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
  });
  const now = deps.clock.now();
  return deps.db.asTenant(customerId, async (tx) => {
    const row = await insertImport(tx, {
      ...{ ...key, ...source, partnerId: actor.partnerId, destinationEmail: destination.address },
      ...{ port: login.port, ssl: login.ssl, certificateFingerprint: login.certificateFingerprint ?? null },
      ...{ sealedPassword: sealPassword(deps.sealer, key, login.password), notificationEmail },
      ...{ withJunkAndTrash: input.withJunkAndTrash, leftOutFolders: input.leftOutFolders ?? [], leftOut: [] },
      ...{ status: 'initialized', createdAt: now, nextTryAt: now, earlierTaskId: earlier?.taskId ?? null },
      ...{ byMailboxId: actor.mailboxId, byRole: actor.role, byEmail: actor.email },
    });
    if (row === null) {
      // Another call was faster: the same one with the same key, or one for the same source.
      const same = await findImport(tx, key);
      if (same === null) throw new PanelError('IMPORT_EXISTS');
      return { task: toImportTask(same, now) };
    }
    const attrs = { taskId, host: row.host, sourceEmail: row.remoteEmail };
    await writeAudit(tx, deps.clock, { ...auditOf(row, actor.email, requestId), action: 'import.scheduled', attrs });
    await publishImport(tx, deps.clock, row);
    return { task: toImportTask(row, now) };
  });
}

/** With an idempotency key, the id is derived from it, so a repeated request finds its import. */
const idOf = ({ idempotencyKey, actor }: ImportContext, now: Date): string =>
  idempotencyKey === null ? newId(now) : derivedId('mail-import', actor.bundleId, idempotencyKey);
