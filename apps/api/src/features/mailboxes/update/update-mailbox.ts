import type { updateMailbox as operation } from '@postern/contract/mailbox-administration';
import type { MailAccount } from '@postern/contract/mailboxes';
import type { ParsedInputOf } from '@postern/contract/operation';
import type { RecordedAction } from '@postern/domain/activity';
import { checkAlternateEmail, leavesActiveAdmin, mayWithMailboxes } from '@postern/domain/mailboxes';
import { writeAudit } from '../../../db/audit.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { countAttempt } from '../../../http/limit-attempts.ts';
import { type FieldCode, fieldProblem } from '../../../http/field-problem.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { lockBundle } from '../../bundles/public.ts';
import { mailNotice } from '../../notifications/public.ts';
import { endSessionsOf, raiseSessionsOf } from '../../session/public.ts';
import { deleteFactor } from '../../two-factor/public.ts';
import {
  changeMailbox,
  countOtherActiveAdmins,
  type LockedMailbox,
  lockMailboxById,
} from '../administration-repository.ts';
import { rememberFormerAddress } from '../former-address/remember-former-address.ts';
import { toMailAccount } from '../list/mailbox-view.ts';
import { findMailboxByAddress } from '../list/read-mailbox-page.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';

type UpdateDeps = { db: Database; clock: Clock; jobs: JobQueue; sealer: Sealer };
type Input = ParsedInputOf<typeof operation>;

/** Changes a mailbox's alternate email, admin right or second factor: everything that is named, or nothing. */
export async function updateMailbox(
  deps: UpdateDeps,
  context: SessionContext,
  input: Input,
): Promise<{ account: MailAccount }> {
  const { actor } = context;
  const mailboxId = input.accountId ?? actor.mailboxId;
  if (input.userEmail !== undefined)
    assertMay(
      mayWithMailboxes(actor.role, mailboxId === actor.mailboxId ? 'changeOwnAlternateEmail' : 'changeAlternateEmail'),
    );
  if (input.accountConfig?.isAdmin !== undefined) assertMay(mayWithMailboxes(actor.role, 'changeAdmin'));
  if (input.accountConfig?.unsetFlags !== undefined) assertMay(mayWithMailboxes(actor.role, 'disableTwoFactor'));
  if (mailboxId === null) throw refuseField('accountId', 'ACCOUNT_REQUIRED');
  // Each change mails the former address; a chain of changes could send mail to anyone's address.
  if (input.userEmail !== undefined) await countAttempt(deps, [`alternate-email/login/${mailboxId}`]);
  if (input.userEmail === undefined && input.accountConfig === undefined)
    throw refuseField('accountId', 'NOTHING_TO_CHANGE');
  const address = await deps.db.asTenant(actor.customerId, async (tx) => {
    if ((await lockBundle(tx, actor)) === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const found = await lockMailboxById(tx, actor, mailboxId);
    if (found === null) throw new PanelError('NOT_FOUND');
    await applyChanges(tx, deps, context, found, input);
    return found.address;
  });
  const row = await findMailboxByAddress(deps.db, actor, address);
  if (row === null) throw new PanelError('NOT_FOUND');
  return { account: toMailAccount(row) };
}

const refuseField = (path: string, code: FieldCode) => invalid([fieldProblem(path, code)]);

async function applyChanges(
  tx: Queryable,
  deps: UpdateDeps,
  context: SessionContext,
  found: LockedMailbox,
  { userEmail, accountConfig }: Input,
): Promise<void> {
  const { clock } = deps;
  if (userEmail !== undefined) {
    const checked = checkAlternateEmail(userEmail, found.address);
    if (!checked.ok) throw refuseField('userEmail', checked.code);
    if (checked.value !== found.alternateEmail) await rememberFormerAddress(tx, deps, context, found, checked.value);
    await change(tx, clock, context, found, 'mailbox.alternate-email-changed', { alternateEmail: checked.value });
  }
  const isAdmin = accountConfig?.isAdmin;
  if (isAdmin !== undefined && isAdmin !== found.isAdmin) {
    if (isAdmin) await raiseSessionsOf(tx, found);
    else await assertKeepsAdmin(tx, found);
    await change(tx, clock, context, found, isAdmin ? 'mailbox.made-admin' : 'mailbox.demoted', { isAdmin });
    if (!isAdmin) await endSessionsOf(tx, found);
  }
  const unset = new Set<string>(accountConfig?.unsetFlags);
  if (found.flags.some((flag) => unset.has(flag))) {
    const flags = found.flags.filter((flag) => !unset.has(flag));
    await deleteFactor(tx, { customerId: found.customerId, loginId: found.mailboxId });
    await change(tx, clock, context, found, 'mailbox.second-factor-disabled', { flags });
    const { customerId, mailboxId, address: email } = found;
    const { partnerId } = context.actor;
    await mailNotice(tx, deps, { customerId, mailboxId, partnerId, email, template: 'second-factor-disabled' });
  }
}

/** Refuses a change that would leave the domain without an active admin. The caller holds the bundle's lock. */
export async function assertKeepsAdmin(tx: Queryable, found: LockedMailbox): Promise<void> {
  const verdict = leavesActiveAdmin({
    isAdmin: found.isAdmin,
    isSuspended: found.suspended,
    otherActiveAdmins: await countOtherActiveAdmins(tx, found, found.mailboxId),
  });
  if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
}

async function change(
  tx: Queryable,
  clock: Clock,
  { actor, requestId }: SessionContext,
  found: LockedMailbox,
  action: RecordedAction,
  fields: Parameters<typeof changeMailbox>[3],
): Promise<void> {
  const { customerId, bundleId, mailboxId, address } = found;
  await changeMailbox(tx, { customerId, bundleId }, mailboxId, fields);
  await publishMailboxChange(tx, clock, found, 'changed');
  await writeAudit(tx, clock, { customerId, bundleId, actor: actor.email, action, target: address, requestId });
}
