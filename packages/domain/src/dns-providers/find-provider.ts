import type { DnsProvider } from './dns-provider.ts';
import { KNOWN_PROVIDERS } from './known-providers.ts';

/**
 * At which provider a domain is, told from its name servers. Where they are of several, or of one that nobody has described, nothing is
 * said.
 */
export function findProvider(nameServers: readonly string[]): DnsProvider | null {
  if (nameServers.length === 0) return null;
  const names = nameServers.map((name) => name.toLowerCase().replace(/\.$/, ''));
  return KNOWN_PROVIDERS.find((provider) => names.every((name) => isOf(provider, name))) ?? null;
}

const isOf = ({ nameServers }: DnsProvider, name: string): boolean =>
  nameServers.some((pattern) => patternOf(pattern).test(name));

/** `*` is anything within a label, `#` a number. */
function patternOf(pattern: string): RegExp {
  const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+').replaceAll('#', '\\d+');
  return new RegExp(`^${source}$`);
}
