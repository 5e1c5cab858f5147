import type { Visit } from '@postern/contract/session';
import { checkVisitReason, visitEnd } from '@postern/domain/support-visits';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { StaffContext } from '../../http/request-context.ts';
import { extendVisitSession, readVisitOfSession } from '../session/public.ts';
import type { VisitDeps } from './open-visit.ts';
import { recordVisit } from './record-visit.ts';
import { lockCurrentVisit, updateVisit } from './visit-repository.ts';

/** Extends the running visit to half an hour from now, for a reason that the owner reads. */
export async function extendVisit(
  deps: Pick<VisitDeps, 'db' | 'clock'>,
  { staff }: StaffContext,
  { reason }: { reason: string },
): Promise<{ visit: Visit }> {
  const verdict = checkVisitReason(reason);
  if (!verdict.ok) throw invalid([fieldProblem('reason', verdict.code)]);
  return deps.db.asSystem(async (tx) => {
    const row = await lockCurrentVisit(tx, staff.staffId);
    const now = deps.clock.now();
    if (row?.state !== 'open' || row.startedAt === null || row.expiresAt <= now) throw new PanelError('VISIT_ENDED');
    const expiresAt = new Date(visitEnd(row.startedAt.getTime(), now.getTime()));
    await updateVisit(tx, row, { expiresAt });
    await extendVisitSession(tx, row, expiresAt);
    const attrs = { reason: reason.trim() };
    await recordVisit(tx, deps.clock, row, { action: 'visit.extended', actor: row.staffEmail, attrs });
    return { visit: await readVisitOfSession(tx, { ...row, expiresAt }) };
  });
}
