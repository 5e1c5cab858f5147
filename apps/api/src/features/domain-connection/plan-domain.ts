import type { planDomain as contract } from '@postern/contract/domain-connection';
import type { OutputOf } from '@postern/contract/operation';
import { zoneRecordsOf } from '@postern/domain/dns';
import { planZone } from '@postern/domain/domain-connection';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../ids.ts';
import { assertMayWithDomain, holdZone, type PublishDeps } from '../dns/public.ts';
import { ensureConnection } from './connection-repository.ts';
import { insertPlan } from './plan-repository.ts';
import { readGround } from './read-ground.ts';

/** What to do to the zone that we hold so that the domain works, to look at first. */
export async function planDomain(deps: PublishDeps, { actor }: SessionContext): Promise<OutputOf<typeof contract>> {
  assertMayWithDomain(actor, 'change');
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const now = deps.clock.now();
    const zone = await holdZone(tx, deps, actor);
    await ensureConnection(tx, actor, zone.zoneName, now);
    const { expected, zoneStatus } = await readGround(tx, deps.dns, actor);
    const changes = planZone(zoneRecordsOf(zone.records), expected, zone.zoneName);
    const planId = newId(now);
    const ids = { planId, undoId: newId(now), zoneVersion: zone.version };
    await insertPlan(tx, { customerId, bundleId, ...ids, changes, createdAt: now });
    return { planId, changes, zoneStatus };
  });
}
