import type { DomainChange } from '@postern/contract/domain-change';
import { mayWithDomain } from '@postern/domain/domain-connection';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { findLastChange } from './domain-change-repository.ts';
import { toDomainChange } from './domain-change-view.ts';

/** The progress of the last change of the session's domain. */
export async function readDomainChange(
  { db }: { db: Database },
  { actor }: SessionContext,
): Promise<{ change: DomainChange | null }> {
  assertMay(mayWithDomain(actor.role, 'read'));
  const row = await db.asTenant(actor.customerId, (tx) => findLastChange(tx, actor));
  return { change: row === null ? null : toDomainChange(row) };
}
