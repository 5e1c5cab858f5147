import path from 'node:path';
import type { DnsZones } from '@postern/adapter-dns/port';
import { RESERVED_TOP_LEVEL_DOMAINS } from '@postern/domain/domain-connection';
import type { Config } from '../config/config.ts';
import type { DnsServices } from '../feature/dns-services.ts';
import { type AroundCall, unwatched, watchPort } from '../observe/around-calls.ts';
import { LOOK_UPS, ZONE_CALLS } from '../observe/watched-calls.ts';
import type { Log } from '../runtime/log.ts';
import { openPowerDns, parentDsOf } from './open-powerdns.ts';

/** A person who controls these names controls customers' mail, sites and look-ups, so no customer's zone may contain one. ADR 53. */
const ownNamesOf = ({ dns, mailHosts, publicUrl, domainConnect }: Config): string[] => [
  ...dns.nameServers,
  dns.contact,
  ...dns.targets.mxHosts,
  ...(dns.targets.spfText.match(/(?<=include:)\S+/g) ?? []),
  ...(dns.targets.siteCname === null ? [] : [dns.targets.siteCname]),
  ...Object.values(mailHosts).flatMap((hosts) => Object.values(hosts)),
  ...(domainConnect === null ? [] : [domainConnect.keyDomain]),
  new URL(publicUrl).hostname,
];

/** The checks of domains, and the name server for our zones: PowerDNS, the embedded one, or none. */
export async function startDns(
  config: Config,
  log: Log,
  stops: (() => unknown)[],
  around: AroundCall = unwatched,
): Promise<{ dns: DnsServices; port: number | null }> {
  const { backend, nameServers, contact, targets, servers } = config.dns;
  const identity = { nameServers, contact };
  let running: { zones: DnsZones; port: number | null } | null = null;
  const powerDns = await openPowerDns(config.dns);
  if (powerDns !== null) running = { zones: powerDns.zones, port: null };
  else if (backend?.kind === 'embedded') {
    const { startEmbeddedDns } = await import('@postern/adapter-dns/embedded');
    const options = { dir: path.join(config.dataDir, 'dns'), host: '127.0.0.1', identity };
    running = await startEmbeddedDns({ ...options, port: backend.port }).catch((error: unknown) => {
      if (backend.isPortGiven || !isPortTaken(error)) throw error;
      log.warn({ port: backend.port }, 'the port of the name server is in use');
      // mDNS uses this port too. With PostgreSQL, it is probably another process of ours that has the port and serves the zones.
      return config.databaseUrl === null ? startEmbeddedDns({ ...options, port: 0 }) : null;
    });
  }
  const { zones: served = null, port = null } = running ?? {};
  const zones = served === null ? null : watchPort('name-server', served, ZONE_CALLS, around);
  if (zones !== null) stops.push(() => zones.close());
  const own = port === null || config.mode === 'production' ? null : [{ address: '127.0.0.1', port }];
  const load = async () => {
    const { createChecks } = await import('@postern/adapter-dns/checks');
    return createChecks(servers ?? own, ownNamesOf(config), {}, (all) => watchPort('dns', all, LOOK_UPS, around));
  };
  let loading: ReturnType<typeof load> | undefined;
  const checks = () => (loading ??= load());
  const dns: DnsServices = {
    ...{ nameServers, zones, targets, mtaSts: config.dns.mtaSts },
    ...{ policyHost: new URL(config.publicUrl).hostname, tlsReports: config.dns.tlsReports },
    resolver: { lookUp: async (name, type) => (await checks()).resolver.lookUp(name, type) },
    sourceResolver: { lookUp: async (name, type) => (await checks()).sourceResolver.lookUp(name, type) },
    provenTopLevelDomains: config.mode === 'evaluation' ? RESERVED_TOP_LEVEL_DOMAINS : [],
    checkDomain: async (domain, expected) => (await checks()).checkDomain(domain, expected),
    canHoldZone: async (domainName) => (await checks()).canHoldZone(domainName),
    publicSuffixes: async () => (await checks()).registrableDomain,
    domainConnect: null,
    // With only its own name server, as in evaluation, it can't ask the internet.
    readParentDs: async (zoneName) => (servers === null && own !== null ? null : parentDsOf(servers, zoneName)),
    // For the same reason every domain counts as registered there.
    isRegistered: async (domainName) =>
      servers === null && own !== null ? 'yes' : (await checks()).isRegistered(domainName),
  };
  if (config.domainConnect !== null) {
    const { domainConnect: template } = config;
    const { domainConnectService } = await import('../features/index.ts');
    dns.domainConnect = domainConnectService(template, async (domainName) => {
      const { discoverDomainConnect } = await import('@postern/adapter-dns/discover-domain-connect');
      const discover = () => discoverDomainConnect({ resolver: dns.resolver, template }, domainName);
      return around({ service: 'domain-connect', operation: 'discover' }, discover);
    });
  }
  return { dns, port };
}

/** Whether another program uses the port. */
const isPortTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
