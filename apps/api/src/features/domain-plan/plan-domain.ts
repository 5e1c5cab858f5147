import { isDeepStrictEqual } from 'node:util';
import type { planDomain as contract } from '@postern/contract/domain-plan';
import type { OutputOf } from '@postern/contract/operation';
import { zoneRecordsOf } from '@postern/domain/dns';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { planZone, ZONE_PLAN_HOURS } from '@postern/domain/domain-plan';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../runtime/ids.ts';
import { holdZone, type PublishDeps } from '../dns/public.ts';
import { readGround } from '../domain-connection/public.ts';
import { ensureConnection } from '../domain-verification/public.ts';
import { findOpenPlan, insertPlan } from './plan-repository.ts';

/** Half of the time that a plan can be carried out. */
const ZONE_PLAN_REUSE_MILLIS = (ZONE_PLAN_HOURS * 3_600_000) / 2;

/** What to do to the zone that we hold so that the domain works, to look at first. */
export async function planDomain(deps: PublishDeps, { actor }: SessionContext): Promise<OutputOf<typeof contract>> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const now = deps.clock.now();
    const zone = await holdZone(tx, deps, actor);
    await ensureConnection(tx, actor, zone.zoneName, now);
    const { planned, zoneStatus } = await readGround(tx, deps.dns, actor);
    const changes = planZone(zoneRecordsOf(zone.records), planned, zone.zoneName);
    // Whoever looks again is shown the same plan, while it can still be carried out for long enough to be read.
    const since = new Date(now.getTime() - ZONE_PLAN_REUSE_MILLIS);
    const open = await findOpenPlan(tx, actor, { zoneVersion: zone.version, since });
    if (open && isDeepStrictEqual(open.changes, changes)) return { planId: open.planId, changes, zoneStatus };
    const planId = newId(now);
    const ids = { planId, undoId: newId(now), zoneVersion: zone.version };
    await insertPlan(tx, { customerId, bundleId, ...ids, changes, createdAt: now });
    return { planId, changes, zoneStatus };
  });
}
