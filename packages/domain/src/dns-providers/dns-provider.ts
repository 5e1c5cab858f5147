import type { RecordType } from '../dns/index.ts';

/** Where something about a provider was read, and of which day that page is. */
type Source = { address: string; date: string };

/** The form of a provider, in the words that stand on it: buttons and fields are not translated. */
export type ProviderGuide = {
  /** What to click, one after another, to get to the form of a new record. */
  clicks: readonly string[];
  /** What the fields are called. A type without a name of its own for the value isn't in the source. */
  fields: { host: string; value: Partial<Record<RecordType, string>>; priority: string | null; ttl: string };
  /** What the host's field takes for the domain itself; blank where it stays empty. `rootOf` where it is another for a type. */
  root: string;
  rootOf: Partial<Record<RecordType, string>>;
  /** A host name in a value needs the dot at its end, or the domain is added to it. */
  endsWithDot: boolean;
  /** The provider's own page about it, for whoever wants to read more. */
  helpAddress: string | null;
  source: Source;
};

/** A company whose name servers hold domains. Without `guide` nobody has told what its form looks like. */
export type DnsProvider = {
  providerId: string;
  name: string;
  /** Names of its name servers; `*` stands for anything without a dot, `#` for a number. */
  nameServers: readonly string[];
  guide: ProviderGuide | null;
  source: Source;
};
