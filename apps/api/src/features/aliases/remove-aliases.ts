import { normaliseEmailAddress } from '@postern/domain/addresses';
import { mayWithAliases } from '@postern/domain/aliases';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { releaseName } from '../bundles/public.ts';
import { lockMailboxByAddress, publishMailboxChange } from '../mailboxes/public.ts';
import { deleteAliases } from './alias-repository.ts';

/** Removes aliases from a mailbox and frees their addresses. Unknown aliases are ignored, so the request can be repeated. */
export async function removeAliases(
  deps: { db: Database; clock: Clock },
  { actor, requestId }: SessionContext,
  input: { aliases: string[]; email: string },
): Promise<Record<string, never>> {
  assertMay(mayWithAliases(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  await deps.db.asTenant(customerId, async (tx) => {
    const held = await lockMailboxByAddress(tx, actor, normaliseEmailAddress(input.email));
    if (held === null) throw new PanelError('NOT_FOUND');
    await publishMailboxChange(tx, deps.clock, held, 'changed');
    for (const address of await deleteAliases(tx, held, input.aliases.map(normaliseEmailAddress))) {
      await releaseName(tx, customerId, address);
      const what = { action: 'alias.removed' as const, target: address, attrs: { of: held.address } };
      await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
    }
  });
  return {};
}
