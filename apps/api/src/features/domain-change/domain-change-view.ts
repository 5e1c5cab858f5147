import type { DomainChange } from '@postern/contract/domain-change';
import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ChangeRow } from './domain-change-repository.ts';

/** A change in the API's shape. */
export function toDomainChange(row: ChangeRow): DomainChange {
  const { changeId, fromDomain, toDomain, state, total, done, formerUntil, createdAt, finishedAt } = row;
  return {
    ...{ changeId, fromDomain, toDomain, state, total, done },
    formerUntil: formerUntil?.toISOString() ?? null,
    startedAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** Sends the change's progress to open panels. */
export const publishDomainChange = (tx: Queryable, clock: Clock, row: ChangeRow): Promise<void> => {
  const { customerId, bundleId } = row;
  return publishLive(tx, clock, { customerId, bundleId, event: 'domain-change', entity: toDomainChange(row) });
};
