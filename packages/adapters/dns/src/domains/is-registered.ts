import type { DnsResolver, LookUpResult } from '../port.ts';

/** Outcomes of an NS look-up that only a delegated name can have. */
const DELEGATED: readonly LookUpResult['kind'][] = ['found', 'no-data', 'no-name-servers', 'lame', 'delegation-loop'];

/** Whether a domain is registered: its parent zone delegates it, even if its name servers don't work. A time-out proves nothing. */
export async function isRegistered(resolver: DnsResolver, domainName: string): Promise<'yes' | 'no' | 'unknown'> {
  const { result } = await resolver.lookUp(domainName, 'NS');
  if (DELEGATED.includes(result.kind)) return 'yes';
  return result.kind === 'no-such-name' ? 'no' : 'unknown';
}
