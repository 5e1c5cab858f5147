import { maySeeVisits } from '@postern/domain/support-visits';
import type { Database, Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor, SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { endLockedVisit } from './end-visit.ts';
import { recordVisit } from './record-visit.ts';
import { lockVisit, updateVisit, type VisitRow } from './visit-repository.ts';

type Deps = { db: Database; clock: Clock };

/** Lets the owner end a running or waiting visit. A visit that is over doesn't change. */
export async function endSupportVisit(
  { db, clock }: Deps,
  { actor }: SessionContext,
  visitId: string,
): Promise<Record<string, never>> {
  assertMay(maySeeVisits(actor.role));
  await db.asSystem(async (tx) => endLockedVisit(tx, clock, await lockOwn(tx, actor, visitId), 'owner', actor.email));
  return {};
}

/** Records the owner's yes or no to a waiting visit. The first answer counts. */
export async function answerSupportVisit(
  { db, clock }: Deps,
  { actor }: SessionContext,
  { visitId, allow }: { visitId: string; allow: boolean },
): Promise<Record<string, never>> {
  assertMay(maySeeVisits(actor.role));
  await db.asSystem(async (tx) => {
    const row = await lockOwn(tx, actor, visitId);
    if (row.state !== 'waiting' || row.expiresAt <= clock.now()) throw new PanelError('VISIT_ENDED');
    if (!allow) return endLockedVisit(tx, clock, row, 'owner', actor.email);
    if (row.allowedAt !== null) return;
    await updateVisit(tx, row, { allowedAt: clock.now() });
    await recordVisit(tx, clock, row, { action: 'visit.allowed', actor: actor.email });
  });
  return {};
}

/** Locks a visit to the actor's own domain. Any other visit is "not found", whether it exists or not. */
async function lockOwn(tx: Queryable, actor: SessionActor, visitId: string): Promise<VisitRow> {
  const row = await lockVisit(tx, actor.customerId, visitId);
  if (row === null || row.bundleId !== actor.bundleId) throw new PanelError('NOT_FOUND');
  return row;
}
