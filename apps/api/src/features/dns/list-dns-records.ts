import type { ZoneStatus } from '@postern/contract/dns';
import { ZONE_RECORDS_MAXIMUM } from '@postern/domain/dns';
import { mayWithDomain } from '@postern/domain/domain-connection';
import type { Database } from '../../db/client.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { readBundle } from '../bundles/public.ts';
import { findConnection } from '../domain-verification/public.ts';
import { toDnsRecord } from './record-view.ts';
import { findZone, waitsForProof } from './zone-repository.ts';
import { zoneStatusOf } from './zone-status.ts';

/** The records that we hold for the session's domain, and whether the domain is delegated to us. */
export async function listDnsRecords(deps: { db: Database; dns: DnsServices }, { actor }: SessionContext) {
  assertMay(mayWithDomain(actor.role, 'read'));
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, { customerId, bundleId });
    if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const zone = await findZone(tx, actor);
    const connection = await findConnection(tx, actor);
    const zoneStatus: ZoneStatus = await zoneStatusOf(held.domainName, connection, deps.dns);
    return {
      records: (zone?.records ?? []).map(toDnsRecord),
      zoneStatus,
      recordLimit: ZONE_RECORDS_MAXIMUM,
      nameServers: [...deps.dns.nameServers],
      isPublished: zone !== null && zone.publishedVersion === zone.version,
      ...((await waitsForProof(tx, { customerId, bundleId })) && { waitsForProof: true }),
    };
  });
}
