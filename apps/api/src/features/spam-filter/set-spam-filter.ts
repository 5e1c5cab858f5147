import { mayWithSpamFilter, type SpamLevel } from '@postern/domain/spam-filter';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { changeSpamLevel, findSpamFilter } from './spam-filter-repository.ts';

/** Sets how strictly the domain's mail is filtered. The mail server reads the level with the next message. */
export async function setSpamFilter(
  deps: { db: Database; clock: Clock },
  { actor, requestId }: SessionContext,
  level: SpamLevel,
): Promise<{ level: SpamLevel }> {
  assertMay(mayWithSpamFilter(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const found = await findSpamFilter(tx, actor);
    if (found === null) throw new PanelError('BUNDLE_NOT_FOUND');
    if (await changeSpamLevel(tx, actor, level)) {
      const news = { event: 'mailboxes', what: 'spam-filter', change: 'changed', email: found.domainName } as const;
      await publishLive(tx, deps.clock, { customerId, bundleId, ...news });
      const what = { action: 'spam-filter.set' as const, target: found.domainName, attrs: { level } };
      await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
    }
    return { level };
  });
}
