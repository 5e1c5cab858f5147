import type { deleteMailbox as operation } from '@postern/contract/mailbox-administration';
import type { ParsedInputOf } from '@postern/contract/operation';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { canDeleteMailbox, mayWithMailboxes } from '@postern/domain/mailboxes';
import type { Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { lockBundle } from '../../bundles/public.ts';
import { readForwarderChoice } from '../../forwarders/public.ts';
import { countOtherActiveAdmins, type LockedMailbox, lockMailboxByAddress } from '../administration-repository.ts';
import { releaseMailboxRows } from './release-mailbox.ts';
import { type RemovalDeps, removeFromBackend } from './remove-from-backend.ts';

/**
 * Deletes a mailbox: from the domain with the commit, from the mail server afterwards. Never the last admin, never the last mailbox,
 * and the last recipient of a forwarder only once the person has chosen what becomes of that.
 */
export async function deleteMailbox(
  deps: RemovalDeps & { clock: Clock },
  context: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<Record<string, never>> {
  const { customerId } = context.actor;
  const gone = await deps.db.asTenant(customerId, (tx) => deleteFromDomain(tx, deps.clock, context, input));
  await removeFromBackend(deps, context.log, gone);
  return {};
}

/** The change itself, in the caller's transaction. Removing the mailbox from the mail server comes after it. */
export async function deleteFromDomain(
  tx: Queryable,
  clock: Clock,
  context: Pick<SessionContext, 'actor' | 'requestId'>,
  input: { email: string; forwardTo?: string | null | undefined },
): Promise<LockedMailbox> {
  const { actor } = context;
  assertMay(mayWithMailboxes(actor.role, 'delete'));
  const bundle = await lockBundle(tx, actor);
  if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const found = await lockMailboxByAddress(tx, actor, normaliseEmailAddress(input.email));
  if (found === null) throw new PanelError('NOT_FOUND');
  const verdict = canDeleteMailbox({
    isAdmin: found.isAdmin,
    isSuspended: found.suspended,
    otherActiveAdmins: await countOtherActiveAdmins(tx, actor, found.mailboxId),
    otherMailboxes: bundle.mailboxCount - 1,
  });
  if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
  const choice = await readForwarderChoice(tx, found, input.forwardTo);
  await releaseMailboxRows(tx, clock, context, found, choice);
  return found;
}
