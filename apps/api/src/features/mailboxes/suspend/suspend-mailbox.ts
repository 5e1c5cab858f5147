import type { MailBackend, MailboxRef } from '@postern/adapter-mail/port';
import type { MailAccount } from '@postern/contract/mailboxes';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import {
  checkSuspensionReason,
  isOwnSuspension,
  mayWithMailboxes,
  SUSPENSIONS_MAXIMUM,
} from '@postern/domain/mailboxes';
import { writeAudit } from '../../../db/audit.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { type FieldCode, fieldProblem } from '../../../http/field-problem.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { newId } from '../../../runtime/ids.ts';
import { lockBundle } from '../../bundles/public.ts';
import { enqueueEndMailSessions } from '../../mail-sessions/public.ts';
import { endSessionsOf } from '../../session/public.ts';
import { changeMailbox, type LockedMailbox, lockMailboxByAddress } from '../administration-repository.ts';
import { toMailAccount } from '../list/mailbox-view.ts';
import { findMailboxByAddress } from '../list/read-mailbox-page.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';
import { assertKeepsAdmin } from '../update/update-mailbox.ts';
import { insertSuspension, listSuspensionRows } from './suspension-repository.ts';

export type SuspendDeps = { db: Database; clock: Clock; jobs: JobQueue; mail: MailBackend };

/** Suspends a mailbox for one more reason. It still receives mail, and all its sessions end. Never the last active admin. */
export async function suspendMailbox(
  deps: SuspendDeps,
  context: SessionContext,
  input: { email: string; suspensionType: string },
): Promise<{ account: MailAccount }> {
  const { actor } = context;
  const found = await deps.db.asTenant(actor.customerId, (tx) => suspendInDomain(tx, deps, context, input));
  await endMailSessions(deps, context, found);
  const row = await findMailboxByAddress(deps.db, actor, found.address);
  if (row === null) throw new PanelError('NOT_FOUND');
  return { account: toMailAccount(row) };
}

/** The change itself, in the caller's transaction. The caller ends the mail server's sessions afterwards. */
export async function suspendInDomain(
  tx: Queryable,
  deps: Pick<SuspendDeps, 'clock' | 'jobs'>,
  context: Pick<SessionContext, 'actor' | 'requestId'>,
  input: { email: string; suspensionType: string },
): Promise<LockedMailbox> {
  const { actor } = context;
  assertMay(mayWithMailboxes(actor.role, 'suspend'));
  const reason = checkSuspensionReason(input.suspensionType);
  if (!reason.ok) throw refuseReason(reason.code);
  if ((await lockBundle(tx, actor)) === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const held = await lockMailboxByAddress(tx, actor, normaliseEmailAddress(input.email));
  if (held === null) throw new PanelError('NOT_FOUND');
  await assertKeepsAdmin(tx, held);
  await addSuspension(tx, deps, context, held, reason.value);
  return held;
}

const refuseReason = (code: FieldCode) => invalid([fieldProblem('suspensionType', code)]);

async function addSuspension(
  tx: Queryable,
  deps: Pick<SuspendDeps, 'clock' | 'jobs'>,
  { actor, requestId }: Pick<SessionContext, 'actor' | 'requestId'>,
  held: LockedMailbox,
  reason: string,
): Promise<void> {
  const { customerId, bundleId, mailboxId, address } = held;
  const rows = await listSuspensionRows(tx, held);
  // The same party with the same reason is the same suspension, so that it need be lifted only once.
  if (rows.some((row) => row.reason === reason && isOwnSuspension(actor.role, row.byRole))) return;
  if (rows.length >= SUSPENSIONS_MAXIMUM) throw refuseReason('TOO_MANY_SUSPENSIONS');
  const createdAt = deps.clock.now();
  const by = { byRole: actor.role, byEmail: actor.email };
  await insertSuspension(tx, {
    customerId,
    bundleId,
    mailboxId,
    suspensionId: newId(createdAt),
    reason,
    ...by,
    createdAt,
  });
  await changeMailbox(tx, { customerId, bundleId }, mailboxId, { suspended: true });
  await endSessionsOf(tx, held);
  await enqueueEndMailSessions(tx, deps.jobs, { mailboxId, address });
  await publishMailboxChange(tx, deps.clock, held, 'changed');
  const what = { action: 'mailbox.suspended' as const, target: address, attrs: { reason, role: actor.role } };
  await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
}

/** Tries to end the mail sessions at once. If that fails, the job that was enqueued with the change does it. */
export async function endMailSessions(
  deps: Pick<SuspendDeps, 'mail'>,
  { log }: Pick<SessionContext, 'log'>,
  { mailboxId, address }: MailboxRef,
): Promise<void> {
  try {
    await deps.mail.endSessions({ mailboxId, address });
  } catch (error) {
    log.warn({ err: error, mailboxId }, 'mail sessions not ended yet');
  }
}
