import type { DkimKeyView } from '@postern/contract/dkim';
import { deleteDkimKey as deleteRule } from '@postern/domain/dkim';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { saveKeys } from './dkim-repository.ts';
import { toKeyView } from './key-view.ts';
import { lockKeys } from './lock-keys.ts';
import { publishKeysChange } from './publish-keys-change.ts';

/** Deletes a key. The key in use keeps signing for its grace period; any other is erased at once. Spec 2 §4. */
export async function deleteDkimKey(
  deps: { db: Database; clock: Clock },
  { actor, requestId }: SessionContext,
  dkimId: string,
): Promise<{ key: DkimKeyView }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const now = deps.clock.now();
    const { domainName, keys } = await lockKeys(tx, actor, now);
    const changed = deleteRule(keys, dkimId, now.getTime());
    const isIt = (each: { dkimId: string }) => each.dkimId === dkimId;
    const key = keys.find(isIt);
    if (!changed.ok || key === undefined) throw new PanelError('DKIM_NOT_FOUND');
    await saveKeys(tx, keys, changed.value, now);
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: domainName },
      ...{ action: 'dkim-key.deleted', attrs: { selector: key.selector } },
    });
    await publishKeysChange(tx, deps.clock, actor);
    return { key: toKeyView(changed.value.find(isIt) ?? { ...key, status: 'deleting' }, now) };
  });
}
