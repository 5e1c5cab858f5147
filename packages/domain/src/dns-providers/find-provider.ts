import type { DnsProvider } from './dns-provider.ts';
import { KNOWN_PROVIDERS } from './known-providers.ts';

/** The provider of a domain, recognized by its name servers. Null if they belong to several providers, or to an unknown one. */
export function findProvider(nameServers: readonly string[]): DnsProvider | null {
  if (nameServers.length === 0) return null;
  const names = nameServers.map((name) => name.toLowerCase().replace(/\.$/, ''));
  return KNOWN_PROVIDERS.find((provider) => names.every((name) => isOf(provider, name))) ?? null;
}

const isOf = ({ nameServers }: DnsProvider, name: string): boolean =>
  nameServers.some((pattern) => patternOf(pattern).test(name));

/** `*` is anything within a label, `#` is a number. */
function patternOf(pattern: string): RegExp {
  const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+').replaceAll('#', '\\d+');
  return new RegExp(`^${source}$`);
}
