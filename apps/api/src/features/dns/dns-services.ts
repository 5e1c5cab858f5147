import type { DnsResolver, DnsZones, DomainCheck } from '@postern/adapter-dns/port';
import type { ConnectionTargets, ExpectedRecord } from '@postern/domain/domain-connection';

/** What an installation brings along for the domains of its customers. */
export type DnsServices = {
  /** The name servers of our zones; none: we hold no zones. */
  nameServers: readonly string[];
  /** Whether a zone of this name may be served, by the public suffix list. */
  canHoldZone: (domainName: string) => Promise<boolean>;
  /** What publishes our zones; null: another process does, or nothing. */
  zones: DnsZones | null;
  /** Asks the DNS of the world, each time anew. */
  resolver: DnsResolver;
  checkDomain: (domain: string, expected: readonly ExpectedRecord[]) => Promise<DomainCheck>;
  /** What a domain's records should lead to; whose it is, is told by a text of its own. */
  targets: Omit<ConnectionTargets, 'ownershipText'>;
};
