import type { listActivity as operation } from '@postern/contract/activity';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { maySeeActivity } from '@postern/domain/activity';
import type { Retention } from '../../config/retention-config.ts';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { readActivity } from './read-activity.ts';

type Deps = { db: Database; keep: Pick<Retention, 'auditDays'> };

/** What was changed in the domain, newest first. */
export async function listActivity(
  { db, keep }: Deps,
  { actor }: SessionContext,
  { limit, cursor, area, person }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  assertMay(maySeeActivity(actor.role));
  const entries = await db.asTenant(actor.customerId, (tx) =>
    readActivity(tx, actor, { area, person }, { after: cursor ?? null, limit: limit + 1 }),
  );
  const page = entries.slice(0, limit);
  const nextCursor = entries.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { entries: page, nextCursor, keptDays: keep.auditDays };
}
