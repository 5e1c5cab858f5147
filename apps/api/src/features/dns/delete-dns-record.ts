import { canDeleteRecord } from '@postern/domain/dns';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { lockOrCreateZone } from './lock-or-create-zone.ts';
import { publishRecordsChange } from './publish-records-change.ts';
import { publishZone, type PublishDeps } from './publish-zone.ts';
import { zoneRefusal } from './zone-refusal.ts';
import { changeZone } from './zone-repository.ts';

/** Deletes a record from the zone, unless other records need it. */
export async function deleteDnsRecord(
  deps: PublishDeps,
  { actor, requestId }: SessionContext,
  recordId: string,
): Promise<Record<string, never>> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  await deps.db.asTenant(customerId, async (tx) => {
    const zone = await lockOrCreateZone(tx, deps, actor);
    const verdict = canDeleteRecord(recordId, zone);
    if (!verdict.ok) throw zoneRefusal(verdict);
    const before = zone.records.find((each) => each.recordId === recordId);
    await changeZone(
      tx,
      zone,
      zone.records.filter((each) => each !== before),
    );
    await publishRecordsChange(tx, deps.clock, actor, zone.zoneName);
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: zone.zoneName },
      ...{ action: 'dns-record.deleted', attrs: { before } },
    });
  });
  await publishZone(deps, actor);
  return {};
}
