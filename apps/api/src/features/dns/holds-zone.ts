import type { DnsServices } from '../../feature/dns-services.ts';

/** Whether this installation holds a zone for the domain. */
export const holdsZone = async (
  { nameServers, canHoldZone }: Pick<DnsServices, 'nameServers' | 'canHoldZone'>,
  domainName: string,
): Promise<boolean> => nameServers.length > 0 && (await canHoldZone(domainName));
