import type { RecordType } from '@postern/domain/dns';
import type { DnsResolver, LookUp, LookUpFailure, LookUpResult } from '../port.ts';
import { plainName } from '../wire/dns-message.ts';
import type { DelegationPoint, StartableResolver } from './resolver.ts';

/** How many name servers of the top-level domain are used. */
const TOP_SERVERS = 3;

/**
 * Looks names up where they come from: it asks the servers of the top-level domain, and follows the delegations from there. No resolver's
 * cache counts, and no zone on a server that nobody delegated the name to: what a customer writes into a zone of ours for somebody else's
 * domain is never seen. `usual` finds the servers of the top-level domain.
 */
export function createSourceResolver(resolver: StartableResolver, usual: DnsResolver): DnsResolver {
  return {
    async lookUp(text: string, type: RecordType): Promise<LookUp> {
      const name = plainName(text);
      const start = await findTopServers(resolver, usual, name);
      return 'kind' in start ? { name, type, result: start, asked: [] } : resolver.lookUpFrom(start, name, type);
    },
  };
}

async function findTopServers(
  resolver: StartableResolver,
  usual: DnsResolver,
  name: string,
): Promise<(DelegationPoint & { zoneName: string }) | { kind: LookUpFailure }> {
  const zoneName = name.slice(name.lastIndexOf('.') + 1);
  const { result } = await usual.lookUp(zoneName, 'NS');
  if (result.kind !== 'found') return { kind: 'ttlSeconds' in result ? 'no-name-servers' : result.kind };
  const found = await Promise.all(result.values.slice(0, TOP_SERVERS).map((host) => addressesOf(usual, host)));
  const servers = resolver.serversAt(found.flat());
  return servers.length > 0 ? { servers, zoneName } : { kind: 'no-name-servers' };
}

async function addressesOf(usual: DnsResolver, host: string): Promise<string[]> {
  const valuesOf = (result: LookUpResult) => (result.kind === 'found' ? result.values : []);
  const values = valuesOf((await usual.lookUp(host, 'A')).result);
  return values.length > 0 ? values : valuesOf((await usual.lookUp(host, 'AAAA')).result);
}
