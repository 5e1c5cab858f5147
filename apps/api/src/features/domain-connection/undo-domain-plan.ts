import { type StoredRecord, storeRecords, zoneRecordsOf } from '@postern/domain/dns';
import { undoPlan } from '@postern/domain/domain-connection';
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

/** Takes a carried out plan back: a zone that nobody touched since is what it was, byte for byte; else others' changes stay. */
export async function undoDomainPlan(
  deps: PublishDeps,
  { actor, requestId }: SessionContext,
  undoId: string,
): Promise<Record<string, never>> {
  assertMayWithDomain(actor, 'change');
  const { customerId, bundleId } = actor;
  await deps.db.asTenant(customerId, async (tx) => {
    const now = deps.clock.now();
    const zone = await holdZone(tx, deps, actor);
    const plan = await findPlan(tx, actor, { undoId });
    if (plan === null || plan.undo === null) throw new PanelError('PLAN_NOT_FOUND');
    if (plan.undoneAt !== null) return;
    const { undo } = plan;
    await changePlan(tx, plan, { undoneAt: now });
    if (undo.plan.edits.length === 0) return;
    await changeZone(tx, zone, undo.version === zone.version ? undo.records : recordsWithout(undo, zone, now));
    await tellOfRecords(tx, deps.clock, actor, zone.zoneName);
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: zone.zoneName },
      ...{ action: 'dns-plan.undone', attrs: { planId: plan.planId } },
    });
  });
  await publishZone(deps, actor);
  return {};
}

type Undo = { plan: Parameters<typeof undoPlan>[1]; records: StoredRecord[] };

function recordsWithout({ plan, records }: Undo, zone: { zoneName: string; records: StoredRecord[] }, now: Date) {
  const undone = undoPlan(zoneRecordsOf(zone.records), plan, zone.zoneName);
  if (!undone.ok) throw new PanelError('ZONE_CHANGED', { ...undone.attrs });
  // What comes back is known by its id of before, what came meanwhile by its own.
  return storeRecords(undone.value, [...records, ...zone.records], () => newId(now));
}
