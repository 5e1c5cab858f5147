import type { readZoneSigning as contract } from '@postern/contract/dns';
import type { OutputOf } from '@postern/contract/operation';
import { dsState, parseDs } from '@postern/domain/dns';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { readBundle } from '../bundles/public.ts';
import { findConnection } from '../domain-verification/public.ts';
import type { PublishDeps } from './publish-zone.ts';
import { zoneStatusOf } from './zone-status.ts';

/**
 * The DS record of the session's domain. Our own is given out only while the domain uses our name servers: at a domain that is elsewhere it
 * would make resolvers refuse the answers of the servers there.
 */
export async function readZoneSigning(
  { db, dns, log }: PublishDeps,
  { actor }: SessionContext,
): Promise<OutputOf<typeof contract>> {
  assertMay(mayWithDomain(actor.role, 'read'));
  const { customerId, bundleId } = actor;
  const { zoneName, zoneStatus } = await db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, { customerId, bundleId });
    if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const connection = await findConnection(tx, actor);
    return { zoneName: held.domainName, zoneStatus: await zoneStatusOf(held.domainName, connection, dns) };
  });
  const { zones } = dns;
  if (zones === null || zoneStatus === 'none') return { signing: null };
  try {
    const isServed = (await zones.readZone(zoneName)) !== null;
    const { wanted, keys } = isServed ? await zones.readDs(zoneName) : { wanted: [], keys: [] };
    const atRegistrar = dsState({ wanted, keys }, await dns.readParentDs(zoneName));
    const isOursToSign = wanted.length > 0 && zoneStatus === 'active';
    if (!isOursToSign && (atRegistrar === 'none' || atRegistrar === 'unknown')) return { signing: null };
    const records = isOursToSign ? wanted.map(parseDs).filter((record) => record !== null) : [];
    return { signing: { records, atRegistrar, zoneStatus } };
  } catch (error) {
    log.warn({ err: error, zone: zoneName }, 'the signing of a zone is unknown');
    throw new PanelError('EXTERNAL_ERROR');
  }
}
