import type { DnsResolver, LookUpResult } from '../port.ts';

/** Outcomes of asking for a name's servers that only a name with a delegation has. */
const DELEGATED: readonly LookUpResult['kind'][] = ['found', 'no-data', 'no-name-servers', 'lame', 'delegation-loop'];

/** Whether somebody has registered a domain: the zone above it knows its name servers, however these do. A silence says nothing. */
export async function isRegistered(resolver: DnsResolver, domainName: string): Promise<'yes' | 'no' | 'unknown'> {
  const { result } = await resolver.lookUp(domainName, 'NS');
  if (DELEGATED.includes(result.kind)) return 'yes';
  return result.kind === 'no-such-name' ? 'no' : 'unknown';
}
