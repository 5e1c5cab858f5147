import type { Bundle } from '@postern/contract/session';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { toBundle } from './login-view.ts';
import { listBundleRows } from './session-repository.ts';

/** The domains this session may work on: all of the customer's, the mailbox's own, or the one that a supporter visits. */
export async function listBundles(deps: { db: Database }, { actor }: SessionContext): Promise<{ bundles: Bundle[] }> {
  const rows = await deps.db.asTenant(actor.customerId, (tx) =>
    listBundleRows(tx, actor.customerId, actor.mailboxId === null && actor.visit === undefined ? null : actor.bundleId),
  );
  return { bundles: rows.map(toBundle) };
}
