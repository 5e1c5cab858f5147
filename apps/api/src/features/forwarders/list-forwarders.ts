import type { Forwarder } from '@postern/contract/forwarders';
import { mayWithForwarders } from '@postern/domain/forwarders';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { listForwarderRows } from './forwarder-repository.ts';
import { toForwarder } from './forwarder-view.ts';

/** The domain's forwarders by address. */
export async function listForwarders(
  deps: { db: Database },
  { actor }: SessionContext,
): Promise<{ forwarders: Forwarder[] }> {
  assertMay(mayWithForwarders(actor.role, 'read'));
  const rows = await deps.db.asTenant(actor.customerId, (tx) => listForwarderRows(tx, actor));
  return { forwarders: rows.map(toForwarder) };
}
