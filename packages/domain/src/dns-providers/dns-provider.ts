import type { RecordType } from '../dns/index.ts';

/** Where something about a provider was read, and the date of that page. */
type Source = { address: string; date: string };

/** The form of a provider, in its own words: names of buttons and fields are not translated. */
export type ProviderGuide = {
  /** What to click, one after another, to get to the form of a new record. */
  clicks: readonly string[];
  /** What the fields are called. A type for which the source names no value field is left out. */
  fields: { host: string; value: Partial<Record<RecordType, string>>; priority: string | null; ttl: string };
  /** What to enter as the host of the domain itself; blank means that the field stays empty. `rootOf` has the types that differ. */
  root: string;
  rootOf: Partial<Record<RecordType, string>>;
  /** Whether a host name in a value needs a trailing dot; without one this provider appends the domain. */
  endsWithDot: boolean;
  /** The provider's own page about it, to read more. */
  helpAddress: string | null;
  source: Source;
};

/** A company whose name servers host domains. Without `guide` its form isn't known. */
export type DnsProvider = {
  providerId: string;
  name: string;
  /** Patterns for its name servers: `*` is anything without a dot, `#` a number. */
  nameServers: readonly string[];
  guide: ProviderGuide | null;
  source: Source;
};
