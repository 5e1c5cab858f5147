import type { ZoneStatus } from '@postern/contract/dns';
import type { DnsServices } from '../../feature/dns-services.ts';
import type { ConnectionRow } from '../domain-verification/public.ts';
import { holdsZone } from './holds-zone.ts';

/** Whether the domain is delegated to our name servers, according to its last check. */
export async function zoneStatusOf(
  domainName: string,
  connection: Pick<ConnectionRow, 'lastCheck'> | null,
  dns: Pick<DnsServices, 'nameServers' | 'canHoldZone'>,
): Promise<ZoneStatus> {
  if (!(await holdsZone(dns, domainName))) return 'none';
  const seen = connection?.lastCheck?.nameServers ?? null;
  if (seen === null) return 'unknown';
  return seen.some((server) => dns.nameServers.includes(server)) ? 'active' : 'inactive';
}
