import type { DkimKeyView } from '@postern/contract/dkim';
import { mayWithDomain } from '@postern/domain/domain-connection';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readBundle } from '../bundles/public.ts';
import { listKeys } from './dkim-repository.ts';
import { toKeyView } from './key-view.ts';

/** The signing keys of the session's domain, the enabled one first. Spec 2 §4. */
export async function listDkimKeys(
  deps: { db: Database; clock: Clock },
  { actor }: SessionContext,
): Promise<{ keys: DkimKeyView[] }> {
  assertMay(mayWithDomain(actor.role, 'read'));
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, { customerId, bundleId });
    if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const now = deps.clock.now();
    const keys = await listKeys(tx, actor, held.domainName, now);
    return { keys: keys.map((key) => toKeyView(key, now)) };
  });
}
