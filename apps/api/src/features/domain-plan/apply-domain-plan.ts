import { newZoneFault, storeRecords, zoneRecordsOf } from '@postern/domain/dns';
import { applyPlan, ZONE_PLAN_HOURS } from '@postern/domain/domain-plan';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../runtime/ids.ts';
import type { PublishDeps } from '../dns/public.ts';
import { changeByPlan } from './change-by-plan.ts';

const HOUR_MILLIS = 3_600_000;

/** Applies a plan, all of it or nothing. Applying it again changes nothing and gives the same answer. */
export async function applyDomainPlan(
  deps: PublishDeps,
  context: SessionContext,
  planId: string,
): Promise<{ undoId: string }> {
  const { undoId } = await changeByPlan(deps, context, { planId }, (plan, { zoneName, records }, now) => {
    if (plan.undo !== null) return null;
    if (now.getTime() - plan.createdAt.getTime() > ZONE_PLAN_HOURS * HOUR_MILLIS)
      throw new PanelError('PLAN_NOT_FOUND');
    const before = zoneRecordsOf(records);
    const applied = applyPlan(before, plan.changes, zoneName);
    if (!applied.ok) throw new PanelError('ZONE_CHANGED', applied.attrs);
    const { zone: after, undo } = applied.value;
    // Records added since the plan was made may conflict with it.
    const fault = newZoneFault(before, after, zoneName);
    if (fault !== null) throw new PanelError('ZONE_CHANGED', { ...fault });
    return {
      records: undo.edits.length === 0 ? null : storeRecords(after, records, () => newId(now)),
      isSet: true,
      keep: (version) => ({ undo: { plan: undo, records, version } }),
      audit: {
        action: 'dns-plan.applied',
        attrs: { changes: plan.changes.filter(({ action }) => action !== 'leave') },
      },
    };
  });
  return { undoId };
}
