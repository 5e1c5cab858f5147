import type { scheduleImport as operation } from '@postern/contract/mail-import';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { isEmailAddress } from '@postern/domain/addresses';
import { canImport, mayAskOwner } from '@postern/domain/mail-import';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { ImportWorker } from '../../feature/services.ts';
import { assertMay } from '../../http/assert-may.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { ImportContext } from '../../http/request-context.ts';
import { derivedId, newId } from '../../runtime/ids.ts';
import { countOwnerLink, mailOwner } from './ask-owner.ts';
import { auditOf } from './end-import.ts';
import { sealSecret } from './import-secret.ts';
import { lookAtSource } from './look-at-source.ts';
import { findEarlierImport, findImport, insertImport } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';
import { publishImport } from './publish-import.ts';
import { readAccount, readDestination, readNotificationEmail, readOwnerEmail } from './read-wish.ts';
import { resumeByLink } from './resume-import.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { keepSecret, loginWith, portsFor, readSecret, signInAt } from './sign-in/use-sign-in.ts';
import { withSource } from './sign-in-at-source.ts';
import { wakeImports } from './wake-imports.ts';

export type ByPersonDeps = ScheduleDeps & { importWorker: ImportWorker | null };
type Input = ParsedInputOf<typeof operation>;

/**
 * Starts an import once every check passes and the source accepts the sign-in. With `ownerEmail` there is no password yet: the import
 * waits, and its owner gets a link to enter it. A call with that link's token continues its import with the new password. Importing a
 * source again copies only new messages.
 */
export async function scheduleImport(
  deps: ByPersonDeps,
  context: ImportContext,
  input: Input,
): Promise<OutputOf<typeof operation>> {
  // It starts while the source is asked.
  deps.importWorker?.prepare();
  if (context.importTaskId !== null) return resumeByLink(deps, context, input);
  const scheduled = await scheduleImportOnce(deps, context, input, async () => true);
  if (scheduled === null) throw new PanelError('NOT_AUTHORIZED');
  wakeImports(deps);
  return scheduled;
}

/** The part of the caller's context that starting an import needs. */
type Starter = Pick<ImportContext, 'actor' | 'requestId' | 'idempotencyKey'> & {
  /** The import's id where the caller chooses it, in place of one from the idempotency key. */
  taskId?: string;
};

/**
 * Starts an import, unless `mayInsert` refuses in the transaction that starts it. Then this returns null and changes nothing.
 */
export async function scheduleImportOnce(
  deps: ScheduleDeps,
  context: Starter,
  input: Input,
  mayInsert: (tx: Queryable) => Promise<boolean>,
): Promise<OutputOf<typeof operation> | null> {
  const { actor, requestId } = context;
  const { customerId, bundleId } = actor;
  const destination = await deps.db.asTenant(customerId, (tx) => readDestination(tx, actor, input.destinationEmail));
  const ownerEmail = input.ownerEmail === undefined ? null : readOwnerEmail(input.ownerEmail);
  if (ownerEmail !== null) assertMay(mayAskOwner(actor.role));
  const account = readAccount(input, portsFor(deps, input));
  if (ownerEmail !== null && !isEmailAddress(account.user))
    throw invalid([{ path: 'remoteEmail', code: 'INVALID_EMAIL', message: 'Enter a complete email address.' }]);
  const notificationEmail = readNotificationEmail(input.notificationEmail);
  const taskId = idOf(context, deps.clock.now());
  const key = { customerId, bundleId, taskId };
  const source = { mailboxId: destination.mailboxId, host: account.host, remoteEmail: account.user };
  const { known, earlier } = await deps.db.asTenant(customerId, async (tx) => ({
    known: await findImport(tx, key),
    earlier: await findEarlierImport(tx, key, source),
  }));
  if (known !== null) return { task: toImportTask(known, deps.clock.now()) };
  const secret = ownerEmail === null ? await readSecret(deps, actor, account, input) : null;
  if (ownerEmail !== null) await countOwnerLink(deps, customerId, ownerEmail);
  if (secret !== null)
    await withSource(deps, customerId, loginWith(account, secret), async (session) => {
      const { bytes } = await lookAtSource(session, { ...input, leftOutFolders: input.leftOutFolders ?? [] });
      // An earlier import already copied most of this mail, so only a first import needs room for all of it.
      const verdict = canImport({ ...destination, neededBytes: earlier === null ? (bytes ?? 0) : 0 });
      if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
    });
  const now = deps.clock.now();
  return deps.db.asTenant(customerId, async (tx) => {
    if (!(await mayInsert(tx))) return null;
    const row = await insertImport(tx, {
      ...{ ...key, ...source, partnerId: actor.partnerId, destinationEmail: destination.address },
      ...{ port: account.port, ssl: account.ssl, certificateFingerprint: account.certificateFingerprint ?? null },
      ...(secret && sealSecret(deps.sealer, key, secret.secret)),
      ...{ notificationEmail, ownerEmail },
      ...{ withJunkAndTrash: input.withJunkAndTrash, leftOutFolders: input.leftOutFolders ?? [], leftOut: [] },
      ...{ status: 'initialized', createdAt: now, nextTryAt: now, earlierTaskId: earlier?.taskId ?? null },
      ...(secret === null ? { ...WAITS_FOR_OWNER, signInWith: signInAt(deps.signIns, account) } : {}),
      ...{ byMailboxId: actor.mailboxId, byRole: actor.role, byEmail: actor.email },
    });
    if (row === null) {
      // Another call was faster: the same one with the same key, or one for the same source.
      const same = await findImport(tx, key);
      if (same === null) throw new PanelError('IMPORT_EXISTS');
      return { task: toImportTask(same, now) };
    }
    if (secret !== null) await keepSecret(tx, secret);
    const attrs = { taskId, host: row.host, sourceEmail: row.remoteEmail };
    await writeAudit(tx, deps.clock, { ...auditOf(row, actor.email, requestId), action: 'import.scheduled', attrs });
    const asked = ownerEmail === null ? row : await mailOwner(tx, deps, row, { actor: actor.email, requestId });
    await publishImport(tx, deps.clock, asked);
    return { task: toImportTask(asked, now) };
  });
}

/** The state of an import that waits for its owner to enter the password. */
const WAITS_FOR_OWNER = { status: 'interrupted', problem: 'PASSWORD_MISSING', nextTryAt: null } as const;

/** With an idempotency key, the id is derived from it, so a repeated request finds its import. */
function idOf({ taskId, idempotencyKey, actor }: Starter, now: Date): string {
  if (taskId !== undefined) return taskId;
  return idempotencyKey === null ? newId(now) : derivedId('mail-import', actor.bundleId, idempotencyKey);
}
