import { parseIpv4, parseIpv6 } from '../ip-addresses/index.ts';

const GROUPS_OF_A_NETWORK = 4;
const GROUPS_OF_A_SITE = 3;

/**
 * The network that an address's guesses are counted for: the IPv4 address itself, or the first 64 bits of an IPv6 address, because one
 * connection has all addresses that begin with them. An IPv4 address written as IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined && parseIpv4(mapped) !== null) return mapped;
  return startOf(address, GROUPS_OF_A_NETWORK) ?? address;
}

/** The site that an IPv6 address belongs to: its first 48 bits, all of whose networks one person may have. Null for other addresses. */
export const siteOf = (address: string): string | null =>
  networkOf(address).includes(':') ? startOf(address, GROUPS_OF_A_SITE) : null;

function startOf(address: string, groups: number): string | null {
  const v6 = parseIpv6(address.split('%')[0] ?? '');
  if (v6 === null) return null;
  const [head = '', tail] = v6.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const gap = Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...gap, ...after].slice(0, groups).join(':')}::/${groups * 16}`;
}
