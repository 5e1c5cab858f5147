import type { ConnectProvider, DnsResolver, DnsZones, DomainCheck, SigningDnsZones } from '@postern/adapter-dns/port';
import type { StsMode } from '@postern/domain/client-setup';
import type { ConnectionTargets, ExpectedRecord, RegistrableDomain } from '@postern/domain/domain-connection';

/** Asks a domain's provider to set our records. */
export type DomainConnect = {
  /** The provider that supports our template for this domain; null if there is none. */
  discover: (domainName: string) => Promise<ConnectProvider | null>;
  /** The signed address to send a domain's owner to. The provider sends them back to `redirectUri`. */
  applyUrl: (urlSyncUX: string, domainName: string, records: readonly ExpectedRecord[], redirectUri: string) => string;
};

/** A name server that can sign our zones. The parent's DS records are those of `DnsServices`. */
export type SigningServer = Pick<DnsServices, 'readParentDs'> & { zones: SigningDnsZones };

/** What an installation provides for its customers' domains. */
export type DnsServices = {
  /** The name servers of our zones; none: we hold no zones. */
  nameServers: readonly string[];
  /** Whether a zone of this name may be served, by the public suffix list. */
  canHoldZone: (domainName: string) => Promise<boolean>;
  /** Finds the registrable domain of a name, by the public suffix list, which is loaded on first use. */
  publicSuffixes: () => Promise<RegistrableDomain>;
  /** Whether the domain is registered; `unknown` when no name server answers. */
  isRegistered: (domainName: string) => Promise<'yes' | 'no' | 'unknown'>;
  /** The DS records at a zone's parent, as the DNS writes them; null: nobody answered. */
  readParentDs: (zoneName: string) => Promise<string[] | null>;
  /** The name server that we publish zones to; null: another process does, or there is none. */
  zones: DnsZones | null;
  /** Queries the public DNS, without a cache. */
  resolver: DnsResolver;
  /** Asks a domain's authoritative servers, found by following the delegations from the top-level domain. */
  sourceResolver: DnsResolver;
  /** Names under these count as proven: the reserved ones in evaluation mode, none in production. ADR 24. */
  provenTopLevelDomains: readonly string[];
  checkDomain: (domain: string, expected: readonly ExpectedRecord[]) => Promise<DomainCheck>;
  /** Domain Connect with the providers that know our template; null: the operator hasn't set it up. */
  domainConnect: DomainConnect | null;
  /** How senders must treat our mail servers, for domains that publish it; null: no domain has a policy. */
  mtaSts: StsMode | null;
  /** Where the policies are served: the panel's own host. */
  policyHost: string;
  /** The operator's address for reports about TLS; null: no domain gets one. */
  tlsReports: string | null;
  /** What a domain's records should point to. The ownership text is different for each domain. */
  targets: Omit<ConnectionTargets, 'ownershipText'>;
};
