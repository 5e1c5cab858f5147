import type { LookUp } from '@postern/adapter-dns/port';
import type { MailAnswers, RecordAnswer } from '@postern/domain/domain-connection';
import type { DnsServices } from '../../feature/dns-services.ts';
import { holdsZone } from '../dns/public.ts';

/**
 * What the domain's authoritative servers say about its ownership record and about MX records that point here. Where they can't be reached
 * (a firewall may let only the machine's resolver out), a record that the resolver finds counts, unless the zone may be on our own name
 * server, where anybody could have written it. A missing record counts only from the authoritative servers. An MX record proves nothing for a
 * name that nobody registers, or that has a name of our own in it. ADR 24.
 */
export async function lookForMailRecords(
  dns: DnsServices,
  domainName: string,
  ownershipToken: string,
): Promise<MailAnswers> {
  const isOurs = (value: string) => dns.targets.mxHosts.includes(value.slice(value.lastIndexOf(' ') + 1).toLowerCase());
  const [ownership, mx, mayMxProve] = await Promise.all([
    lookFor(dns, domainName, 'TXT', (value) => value === ownershipTextOf(ownershipToken)),
    lookFor(dns, domainName, 'MX', isOurs),
    dns.canHoldZone(domainName),
  ]);
  return { ownership, mx, mayMxProve };
}

/** What the ownership record of a domain must say. */
export const ownershipTextOf = (ownershipToken: string): string => `postern-verification=${ownershipToken}`;

async function lookFor(
  dns: DnsServices,
  domainName: string,
  type: 'TXT' | 'MX',
  isWanted: (value: string) => boolean,
): Promise<RecordAnswer> {
  const answer = answerOf(await dns.sourceResolver.lookUp(domainName, type), isWanted);
  if (answer !== 'unknown' || (await holdsZone(dns, domainName))) return answer;
  const repeated = answerOf(await dns.resolver.lookUp(domainName, type), isWanted);
  return repeated === 'present' ? repeated : 'unknown';
}

function answerOf({ result }: LookUp, isWanted: (value: string) => boolean): RecordAnswer {
  if (!('ttlSeconds' in result)) return 'unknown';
  return result.kind === 'found' && result.values.some(isWanted) ? 'present' : 'absent';
}
