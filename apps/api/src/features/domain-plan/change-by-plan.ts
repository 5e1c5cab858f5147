import type { RecordedAction } from '@postern/domain/activity';
import { newZoneRecordLimit, type StoredRecord } from '@postern/domain/dns';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import {
  changeZone,
  lockOrCreateZone,
  type PublishDeps,
  publishZone,
  publishRecordsChange,
  type ZoneRow,
} from '../dns/public.ts';
import { forgetStep, noteStep } from '../first-steps/public.ts';
import { changePlan, findPlan, type PlanBy, type PlanChanges, type PlanRow } from './plan-repository.ts';

/** What applying or undoing a plan does to the zone. */
type Step = {
  /** The zone's new records; null when nothing changes. */
  records: StoredRecord[] | null;
  /** The changes to the plan's row, given the zone's new version. */
  keep: (version: number) => PlanChanges;
  audit: { action: RecordedAction; attrs?: Record<string, unknown> };
  /** Whether the zone now has what the plan is for. */
  isSet: boolean;
};

/**
 * Applies or undoes a plan, all of it or nothing, under the zone's lock. `stepOf` returns what to do, or null if it is already done; a
 * repeated request then gets the same answer. ADR 54.
 */
export async function changeByPlan(
  deps: PublishDeps,
  { actor, requestId }: SessionContext,
  by: PlanBy,
  stepOf: (plan: PlanRow, zone: ZoneRow, now: Date) => Step | null,
): Promise<PlanRow> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  const done = await deps.db.asTenant(customerId, async (tx) => {
    const zone = await lockOrCreateZone(tx, deps, actor);
    const plan = await findPlan(tx, actor, by);
    if (plan === null) throw new PanelError('PLAN_NOT_FOUND');
    const step = stepOf(plan, zone, deps.clock.now());
    if (step === null) return plan;
    const { records, keep, audit, isSet } = step;
    if (records === null) {
      await changePlan(tx, plan, keep(zone.version));
      return plan;
    }
    const limit = newZoneRecordLimit(zone.records, records);
    if (limit !== null) throw new PanelError(limit.code, { ...limit.attrs });
    await changePlan(tx, plan, keep(await changeZone(tx, zone, records)));
    if (isSet) await noteStep(tx, actor, 'domain', deps.clock.now());
    else await forgetStep(tx, actor, 'domain');
    await publishRecordsChange(tx, deps.clock, actor, zone.zoneName);
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: zone.zoneName },
      ...{ action: audit.action, attrs: { planId: plan.planId, ...audit.attrs } },
    });
    return plan;
  });
  await publishZone(deps, actor);
  return done;
}
