/** Where something about a provider was read, and the date of that reading. */
type Source = { address: string; date: string };

/**
 * What a person has to do at the provider before an import can sign in: nothing (`own`), create a password for apps (`app`), allow IMAP in
 * the settings (`allow`), or it can't be done with a password at all (`none`).
 */
type MailAccess = 'own' | 'app' | 'allow' | 'none';

/** A company that many people have their mail with. Without `helpAddress` it has no page that we know to be about this. */
export type MailProvider = {
  providerId: string;
  name: string;
  /** Domains of the addresses that it gives away; empty if people bring their own. */
  domains: readonly string[];
  /** Null where an import can't sign in with a password. */
  server: { host: string; port: number } | null;
  access: MailAccess;
  /** The provider's own page about it. */
  helpAddress: string | null;
  source: Source;
};
