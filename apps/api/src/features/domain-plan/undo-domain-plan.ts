import { type StoredRecord, storeRecords, zoneRecordsOf } from '@postern/domain/dns';
import { undoPlan } from '@postern/domain/domain-plan';
import { changesWhereMailGoes } from '@postern/domain/support-visits';
import { notInVisit } from '../../http/not-in-visit.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../runtime/ids.ts';
import type { PublishDeps } from '../dns/public.ts';
import { changeByPlan } from './change-by-plan.ts';

/** Undoes an applied plan. A zone that wasn't changed since is restored exactly; otherwise later changes stay. */
export async function undoDomainPlan(
  deps: PublishDeps,
  context: SessionContext,
  undoId: string,
): Promise<Record<string, never>> {
  await changeByPlan(deps, context, { undoId }, ({ undo, undoneAt }, zone, now) => {
    if (undo === null) throw new PanelError('PLAN_NOT_FOUND');
    if (undoneAt !== null) return null;
    const isUntouched = undo.version === zone.version;
    const before = () => (isUntouched ? undo.records : recordsWithout(undo, zone, now));
    const records = undo.plan.edits.length === 0 ? null : before();
    // Where mail went before the plan is the owner's decision.
    const isInVisit = context.actor.visit !== undefined;
    if (isInVisit && records !== null && changesWhereMailGoes(zone.records, records)) throw notInVisit();
    return {
      records,
      isSet: false,
      keep: () => ({ undoneAt: now }),
      audit: { action: 'dns-plan.undone' },
    };
  });
  return {};
}

type Undo = { plan: Parameters<typeof undoPlan>[1]; records: StoredRecord[] };

function recordsWithout({ plan, records }: Undo, zone: { zoneName: string; records: StoredRecord[] }, now: Date) {
  const undone = undoPlan(zoneRecordsOf(zone.records), plan, zone.zoneName);
  if (!undone.ok) throw new PanelError('ZONE_CHANGED', { ...undone.attrs });
  // Restored records get their former ids back, and records added meanwhile keep theirs.
  return storeRecords(undone.value, [...records, ...zone.records], () => newId(now));
}
