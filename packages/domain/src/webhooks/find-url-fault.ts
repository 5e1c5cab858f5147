import { parseIpv4, parseIpv6 } from '../ip-addresses/index.ts';

type UrlFault = 'malformed' | 'not https' | 'has a password' | 'has a fragment' | 'too long' | 'an IP address';

const LENGTH_MAXIMUM = 2_000;

/**
 * Why events can't be sent to an address; null if they can. The operator may send to any of their own servers. A partner's must have a name,
 * and answer by https: the panel stands in the operator's network, where a partner has no business.
 */
export function findUrlFault(text: string, isOfPartner: boolean): UrlFault | null {
  if (text.length > LENGTH_MAXIMUM) return 'too long';
  if (!URL.canParse(text)) return 'malformed';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not https';
  if (url.username !== '' || url.password !== '') return 'has a password';
  if (url.hash !== '') return 'has a fragment';
  if (!isOfPartner) return null;
  if (url.protocol !== 'https:') return 'not https';
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return parseIpv4(host) === null && parseIpv6(host) === null ? null : 'an IP address';
}
