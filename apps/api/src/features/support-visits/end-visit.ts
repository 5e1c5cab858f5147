import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { deleteVisitSession } from '../session/public.ts';
import { recordVisit } from './record-visit.ts';
import { lockCurrentVisit, updateVisit, type VisitRow } from './visit-repository.ts';

export type EndedBy = NonNullable<VisitRow['endedBy']>;

/**
 * Ends a running visit, or refuses a waiting one. Its row must be locked. Once this commits, every process refuses the visit's token, and
 * unfinished writes are rolled back, because each write of a visit holds the visit's row (`apps/api/src/db/audit.ts`).
 */
export async function endLockedVisit(
  tx: Queryable,
  clock: Clock,
  row: VisitRow,
  endedBy: EndedBy,
  actor: string,
): Promise<void> {
  if (row.state !== 'open' && row.state !== 'waiting') return;
  const state = row.state === 'open' ? ('ended' as const) : ('refused' as const);
  await updateVisit(tx, row, { state, endedAt: clock.now(), endedBy });
  await deleteVisitSession(tx, row);
  const action = state === 'ended' ? 'visit.ended' : 'visit.refused';
  await recordVisit(tx, clock, row, { action, actor, attrs: { endedBy } });
}

/** Ends the visit of a member of staff, if there is one. */
export async function endVisitsOfStaff(tx: Queryable, clock: Clock, staffId: string, endedBy: EndedBy): Promise<void> {
  const row = await lockCurrentVisit(tx, staffId);
  if (row === null) return;
  await endLockedVisit(tx, clock, row, endedBy, endedBy === 'operator' ? 'cli' : row.staffEmail);
}
