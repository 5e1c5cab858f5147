import type { ConnectProvider, DnsResolver, DnsZones, DomainCheck } from '@postern/adapter-dns/port';
import type { ConnectionTargets, ExpectedRecord, RegistrableDomain } from '@postern/domain/domain-connection';

/** Asking a domain's provider to write our records. */
export type DomainConnect = {
  /** The provider that takes our template for this domain; null where there is none. */
  discover: (domainName: string) => Promise<ConnectProvider | null>;
  /** Where to send the owner of a domain, signed; `redirectUri` is where the provider sends them back. */
  applyUrl: (urlSyncUX: string, domainName: string, records: readonly ExpectedRecord[], redirectUri: string) => string;
};

/** What an installation brings along for the domains of its customers. */
export type DnsServices = {
  /** The name servers of our zones; none: we hold no zones. */
  nameServers: readonly string[];
  /** Whether a zone of this name may be served, by the public suffix list. */
  canHoldZone: (domainName: string) => Promise<boolean>;
  /** What somebody could register, by the public suffix list, which is loaded when it is first asked. */
  publicSuffixes: () => Promise<RegistrableDomain>;
  /** Whether somebody has registered the domain; `unknown` when nobody answers. */
  isRegistered: (domainName: string) => Promise<'yes' | 'no' | 'unknown'>;
  /** What publishes our zones; null: another process does, or nothing. */
  zones: DnsZones | null;
  /** Asks the DNS of the world, each time anew. */
  resolver: DnsResolver;
  checkDomain: (domain: string, expected: readonly ExpectedRecord[]) => Promise<DomainCheck>;
  /** Domain Connect with the providers that know our template; null: the operator has none. */
  domainConnect: DomainConnect | null;
  /** What a domain's records should lead to; whose it is, is told by a text of its own. */
  targets: Omit<ConnectionTargets, 'ownershipText'>;
};
