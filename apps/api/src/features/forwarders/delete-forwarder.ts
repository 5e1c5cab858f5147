import { normaliseEmailAddress } from '@postern/domain/addresses';
import { mayWithForwarders } from '@postern/domain/forwarders';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { lockBundle, releaseName } from '../bundles/public.ts';
import { deleteForwarderRows, findForwarder } from './forwarder-repository.ts';

/** Deletes a forwarder. From the commit on, mail to its address is refused, and the address is free. */
export async function deleteForwarder(
  deps: { db: Database; clock: Clock },
  { actor, requestId }: SessionContext,
  email: string,
): Promise<Record<string, never>> {
  assertMay(mayWithForwarders(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  await deps.db.asTenant(customerId, async (tx) => {
    if ((await lockBundle(tx, { customerId, bundleId })) === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const found = await findForwarder(tx, actor, normaliseEmailAddress(email));
    if (found === null) throw new PanelError('NOT_FOUND');
    await deleteForwarderRows(tx, { customerId, bundleId, forwarderId: found.forwarderId });
    await releaseName(tx, customerId, found.address);
    const news = { event: 'mailboxes', what: 'forwarder', change: 'deleted', email: found.address } as const;
    await publishLive(tx, deps.clock, { customerId, bundleId, ...news });
    const what = { action: 'forwarder.deleted' as const, target: found.address };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
  });
  return {};
}
