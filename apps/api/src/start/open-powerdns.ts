import type { Config } from '../config/config.ts';
import type { SigningServer } from '../feature/dns-services.ts';

/** Our zones in PowerDNS; null: they are elsewhere. */
export async function openPowerDns(dns: Config['dns']): Promise<SigningServer | null> {
  const { backend, nameServers, contact, servers } = dns;
  if (backend?.kind !== 'powerdns') return null;
  const { powerDnsZones } = await import('@postern/adapter-dns/powerdns');
  const readParentDs = (zoneName: string) => parentDsOf(servers, zoneName);
  const signing = { isSigned: backend.isSigned, readParentDs };
  return { zones: powerDnsZones({ ...backend, identity: { nameServers, contact }, signing }), readParentDs };
}

export async function parentDsOf(servers: Config['dns']['servers'], zoneName: string): Promise<string[] | null> {
  const { readParentDs } = await import('@postern/adapter-dns/resolver/read-parent-ds');
  const { systemServers } = await import('@postern/adapter-dns/resolver/system-servers');
  return readParentDs(servers ?? systemServers(), zoneName);
}
