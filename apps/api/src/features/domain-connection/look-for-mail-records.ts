import type { LookUp } from '@postern/adapter-dns/port';
import type { MailAnswers, RecordAnswer } from '@postern/domain/domain-connection';
import type { DnsServices } from '../../feature/dns-services.ts';
import { holdsZone } from '../dns/public.ts';

/**
 * What the domain's authoritative servers say about its ownership record and about MX records that point here. Where they can't be reached
 * (a firewall may let only the machine's resolver out), a record that the resolver finds counts, unless the zone may be on our own name
 * server, where anybody could have written it. A missing record counts only from the authoritative servers. An MX record proves nothing for a
 * name that nobody registers, for one that has a name of our own in it, or behind an alias, where somebody else set it. ADR 24.
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
  return { ownership: ownership.answer, mx: mx.answer, mayMxProve: mayMxProve && !mx.isAliased };
}

/** What the ownership record of a domain must say. */
export const ownershipTextOf = (ownershipToken: string): string => `postern-verification=${ownershipToken}`;

async function lookFor(
  dns: DnsServices,
  domainName: string,
  type: 'TXT' | 'MX',
  isWanted: (value: string) => boolean,
): Promise<Answered> {
  const answered = answerOf(await dns.sourceResolver.lookUp(domainName, type), isWanted);
  if (answered.answer !== 'unknown' || (await holdsZone(dns, domainName))) return answered;
  const repeated = answerOf(await dns.resolver.lookUp(domainName, type), isWanted);
  return repeated.answer === 'present' ? repeated : UNKNOWN;
}

/** `isAliased`: the record was found behind an alias (CNAME), so the owner of the alias's target set it. */
type Answered = { answer: RecordAnswer; isAliased: boolean };
const UNKNOWN: Answered = { answer: 'unknown', isAliased: false };

function answerOf({ result }: LookUp, isWanted: (value: string) => boolean): Answered {
  if (!('ttlSeconds' in result)) return UNKNOWN;
  if (result.kind !== 'found' || !result.values.some(isWanted)) return { answer: 'absent', isAliased: false };
  return { answer: 'present', isAliased: result.aliases.length > 0 };
}
