import { checkAliasName, mayWithAliases } from '@postern/domain/aliases';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { findMailbox, publishMailboxChange } from '../mailboxes/public.ts';
import { renameAlias } from './alias-repository.ts';

/** Changes an alias's display name. */
export async function updateAlias(
  deps: { db: Database; clock: Clock },
  { actor, requestId }: SessionContext,
  input: { senderId: string; displayName: string },
): Promise<Record<string, never>> {
  assertMay(mayWithAliases(actor.role, 'change'));
  const name = checkAliasName(input.displayName);
  if (!name.ok) throw invalid([fieldProblem('displayName', name.code)]);
  const { customerId, bundleId } = actor;
  await deps.db.asTenant(customerId, async (tx) => {
    const renamed = await renameAlias(tx, { customerId, bundleId, aliasId: input.senderId }, name.value);
    if (renamed === null) throw new PanelError('NOT_FOUND');
    const what = { action: 'alias.renamed' as const, target: renamed.address };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
    const held = await findMailbox(tx, actor, { mailboxId: renamed.mailboxId });
    if (held !== null) await publishMailboxChange(tx, deps.clock, held, 'changed');
  });
  return {};
}
