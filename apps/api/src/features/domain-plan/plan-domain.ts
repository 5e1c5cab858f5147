import { isDeepStrictEqual } from 'node:util';
import type { planDomain as contract } from '@postern/contract/domain-plan';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import { zoneRecordsOf } from '@postern/domain/dns';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { planZone, ZONE_PLAN_HOURS } from '@postern/domain/domain-plan';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { ensureDkimKey } from '../dkim/public.ts';
import { lockOrCreateZone, type PublishDeps } from '../dns/public.ts';
import { readDomainState } from '../domain-connection/public.ts';
import { ensureConnection } from '../domain-verification/public.ts';
import { findOpenPlan, insertPlan } from './plan-repository.ts';

/** A plan is reused for half of the time that it can be applied. */
const ZONE_PLAN_REUSE_MILLIS = (ZONE_PLAN_HOURS * 3_600_000) / 2;

type PlanDeps = PublishDeps & { sealer: Sealer };
type Plan = OutputOf<typeof contract>;

/** Plans the changes to the zone that we hold so that the domain works. The person reviews them first. */
export async function planDomain(
  deps: PlanDeps,
  context: SessionContext,
  { withSigning = false }: InputOf<typeof contract>,
): Promise<Plan> {
  assertMay(mayWithDomain(context.actor.role, 'change'));
  const made = await makePlan(deps, context, withSigning ? 'signed-by-key' : 'unsigned');
  if (made !== null) return made;
  await ensureDkimKey(deps, context);
  const second = await makePlan(deps, context, 'signed');
  if (second === null) throw new PanelError('PLAN_NOT_FOUND');
  return second;
}

/** `signed-by-key`: null if the domain has no key yet, which isn't made under the zone's lock. */
async function makePlan(
  deps: PublishDeps,
  { actor }: SessionContext,
  signing: 'unsigned' | 'signed-by-key' | 'signed',
): Promise<Plan | null> {
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const now = deps.clock.now();
    const zone = await lockOrCreateZone(tx, deps, actor);
    await ensureConnection(tx, actor, zone.zoneName, now);
    const { planned, plannedWithRecommended, zoneStatus, key, hasMail } = await readDomainState(tx, deps.dns, actor);
    if (signing === 'signed-by-key' && hasMail && key === null) return null;
    const wanted = signing === 'unsigned' ? planned : plannedWithRecommended;
    const changes = planZone(zoneRecordsOf(zone.records), wanted, zone.zoneName);
    // Asking again returns the same plan, as long as there is enough time left to read and apply it.
    const since = new Date(now.getTime() - ZONE_PLAN_REUSE_MILLIS);
    const open = await findOpenPlan(tx, actor, { zoneVersion: zone.version, since });
    if (open && isDeepStrictEqual(open.changes, changes)) return { planId: open.planId, changes, zoneStatus };
    const planId = newId(now);
    const ids = { planId, undoId: newId(now), zoneVersion: zone.version };
    await insertPlan(tx, { customerId, bundleId, ...ids, changes, createdAt: now });
    return { planId, changes, zoneStatus };
  });
}
