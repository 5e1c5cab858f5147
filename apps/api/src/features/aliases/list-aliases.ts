import type { Alias } from '@postern/contract/aliases';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { compareAliases, mayWithAliases } from '@postern/domain/aliases';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { findMailbox } from '../mailboxes/public.ts';
import { readAliasLimit } from './alias-limit.ts';
import { listAliasRows } from './alias-repository.ts';

/** The sorted aliases of a mailbox. Every mailbox user may see their own. */
export async function listAliases(
  deps: { db: Database },
  { actor }: SessionContext,
  email: string,
): Promise<{ aliases: Alias[]; limit: number }> {
  const address = normaliseEmailAddress(email);
  assertMay(mayWithAliases(actor.role, actor.mailboxId !== null && address === actor.email ? 'readOwn' : 'read'));
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const found = await findMailbox(tx, actor, { address });
    if (found === null) throw new PanelError('NOT_FOUND');
    const rows = await listAliasRows(tx, found);
    const aliases = rows.map((row) => ({ email: row.address, displayName: row.displayName, senderId: row.aliasId }));
    return { aliases: aliases.sort(compareAliases), limit: await readAliasLimit(tx, actor) };
  });
}
