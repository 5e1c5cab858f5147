import { newZoneFault, storeRecords, zoneRecordsOf } from '@postern/domain/dns';
import { applyPlan, ZONE_PLAN_HOURS } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../ids.ts';
import {
  assertMayWithDomain,
  changeZone,
  holdZone,
  type PublishDeps,
  publishZone,
  tellOfRecords,
} from '../dns/public.ts';
import { changePlan, findPlan } from './plan-repository.ts';

const HOUR_MILLIS = 3_600_000;

/** Carries a plan out, all of it or nothing. One that was carried out is answered the same, and changes nothing. */
export async function applyDomainPlan(
  deps: PublishDeps,
  { actor, requestId }: SessionContext,
  planId: string,
): Promise<{ undoId: string }> {
  assertMayWithDomain(actor, 'change');
  const { customerId, bundleId } = actor;
  const undoId = await deps.db.asTenant(customerId, async (tx) => {
    const now = deps.clock.now();
    const zone = await holdZone(tx, deps, actor);
    const plan = await findPlan(tx, actor, { planId });
    if (plan === null) throw new PanelError('PLAN_NOT_FOUND');
    if (plan.undo !== null) return plan.undoId;
    if (now.getTime() - plan.createdAt.getTime() > ZONE_PLAN_HOURS * HOUR_MILLIS)
      throw new PanelError('PLAN_NOT_FOUND');
    const before = zoneRecordsOf(zone.records);
    const applied = applyPlan(before, plan.changes, zone.zoneName);
    if (!applied.ok) throw new PanelError('ZONE_CHANGED', applied.attrs);
    const { zone: after, undo } = applied.value;
    // What came in after the plan was made may not go with it.
    const fault = newZoneFault(before, after, zone.zoneName);
    if (fault !== null) throw new PanelError('ZONE_CHANGED', { ...fault });
    const records = storeRecords(after, zone.records, () => newId(now));
    const isEmpty = undo.edits.length === 0;
    const version = isEmpty ? zone.version : await changeZone(tx, zone, records);
    await changePlan(tx, plan, { undo: { plan: undo, records: zone.records, version } });
    if (!isEmpty) {
      await tellOfRecords(tx, deps.clock, actor, zone.zoneName);
      await writeAudit(tx, deps.clock, {
        ...{ customerId, bundleId, actor: actor.email, requestId, target: zone.zoneName },
        ...{
          action: 'dns-plan.applied',
          attrs: { planId, changes: plan.changes.filter((one) => one.action !== 'leave') },
        },
      });
    }
    return plan.undoId;
  });
  await publishZone(deps, actor);
  return { undoId };
}
