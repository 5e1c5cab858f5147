import { mayWithSpamFilter, type SpamLevel } from '@postern/domain/spam-filter';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { findSpamFilter } from './spam-filter-repository.ts';

/** How strictly the domain's incoming mail is filtered. */
export async function readSpamFilter(deps: { db: Database }, { actor }: SessionContext): Promise<{ level: SpamLevel }> {
  assertMay(mayWithSpamFilter(actor.role, 'read'));
  const found = await deps.db.asTenant(actor.customerId, (tx) => findSpamFilter(tx, actor));
  if (found === null) throw new PanelError('BUNDLE_NOT_FOUND');
  return { level: found.level };
}
