import { allowsEverybody, parseSpf } from '../spf/index.ts';
import { type DnsRecord, NULL_MX } from './record.ts';

/**
 * An effect of a valid record that hardly anyone wants, so that a person is asked before it is saved. `NO_MAIL`: nobody can send mail to
 * its host (RFC 7505). `ANYONE_SENDS`: everyone may send in its host's name. Null for all others.
 */
export function recordConsequence({
  type,
  values,
}: Pick<DnsRecord, 'type' | 'values'>): 'NO_MAIL' | 'ANYONE_SENDS' | null {
  if (type === 'MX') return values.includes(NULL_MX) ? 'NO_MAIL' : null;
  if (type !== 'TXT') return null;
  const isOpen = values.map(parseSpf).some((parsed) => parsed.ok && allowsEverybody(parsed.value));
  return isOpen ? 'ANYONE_SENDS' : null;
}
