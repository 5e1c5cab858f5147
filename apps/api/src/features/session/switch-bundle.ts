import type { Login } from '@postern/contract/session';
import { ACTIVE_BUNDLE } from '@postern/contract/shapes';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readLogin } from './login-view.ts';
import { listBundleRows, setSessionBundle } from './session-repository.ts';

/** Makes another of the customer's bundles the active one. A mailbox login has only its own. */
export async function switchBundle(
  deps: { db: Database; clock: Clock },
  { actor, token }: SessionContext,
  bundleId: string,
): Promise<Login> {
  return deps.db.asSystem(async (tx) => {
    const bundles = await listBundleRows(tx, actor.customerId, actor.mailboxId === null ? null : actor.bundleId);
    const wanted = bundles.find(
      (candidate) => candidate.bundleId === (bundleId === ACTIVE_BUNDLE ? actor.bundleId : bundleId),
    );
    if (wanted === undefined) throw new PanelError('BUNDLE_NOT_FOUND');
    await setSessionBundle(tx, actor.tokenHash, wanted.bundleId);
    await writeAudit(tx, deps.clock, {
      customerId: actor.customerId,
      bundleId: wanted.bundleId,
      actor: actor.email,
      action: 'session.switched',
      target: wanted.domainName,
    });
    return readLogin(tx, { ...actor, bundleId: wanted.bundleId }, token);
  });
}
