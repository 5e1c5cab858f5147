import { DnsZonesError } from './port.ts';
import type { PowerDnsClient, PowerDnsSigning } from './powerdns-client.ts';

const SIGNED: PowerDnsSigning = { dnssec: true, nsec3param: '1 0 0 -', api_rectify: true };
const UNSIGNED: PowerDnsSigning = { dnssec: false };

/** When we first asked the parent to drop its DS records. */
const ASKED = 'X-POSTERN-DS-ASKED';
const ASKS = ['PUBLISH-CDS', 'PUBLISH-CDNSKEY'];
/** So long a zone keeps its key for a parent that still has a DS record. */
const PATIENCE_MS = 30 * 24 * 60 * 60 * 1000;

export type SigningOptions = {
  /** Whether zones are signed. */
  isSigned: boolean;
  /** The DS records at a zone's parent; null: unknown. */
  readParentDs: (zoneName: string) => Promise<string[] | null>;
};

/**
 * Signs our zones, and never takes a key away from under a DS record: as long as the parent has one, resolvers refuse every answer that isn't
 * signed with that key, so the domain would be gone for everyone, even after it moved or came back. ADR 93.
 */
export class ZoneSigning {
  readonly wanted: PowerDnsSigning;
  readonly #client: PowerDnsClient;
  readonly #readParentDs: SigningOptions['readParentDs'];

  constructor(client: PowerDnsClient, { isSigned, readParentDs }: SigningOptions) {
    this.#client = client;
    this.#readParentDs = readParentDs;
    this.wanted = isSigned ? SIGNED : UNSIGNED;
  }

  /** Signs a zone, or stops signing it once that is safe. Returns whether anything changed. */
  async align(zoneName: string, isSigned: boolean): Promise<boolean> {
    if (isSigned === this.wanted.dnssec) return false;
    if (isSigned && !(await this.#mayLoseKey(zoneName))) return false;
    await this.#client.setSigning(zoneName, this.wanted);
    for (const kind of [...ASKS, ASKED]) await this.#client.setNote(zoneName, kind, null);
    return true;
  }

  /** Throws `refused` while the zone's key is still needed. */
  async assertMayBeDeleted(zoneName: string): Promise<void> {
    if ((await this.#client.listKeys(zoneName)).length === 0 || (await this.#mayLoseKey(zoneName))) return;
    throw new DnsZonesError('refused', `${zoneName} may still have a DS record at its parent, so its key is kept`);
  }

  /**
   * Whether no resolver relies on the key. While some may, the zone asks the parent to drop the DS record (RFC 8078 §4). Few parents listen,
   * so after 30 days the key goes all the same: the owner was told, and only they can change it.
   */
  async #mayLoseKey(zoneName: string): Promise<boolean> {
    const found = await this.#readParentDs(zoneName);
    if (found !== null && found.length === 0) return true;
    const asked = await this.#client.readNote(zoneName, ASKED);
    if (asked !== null) return Date.now() - Number(asked) > PATIENCE_MS;
    for (const kind of ASKS) await this.#client.setNote(zoneName, kind, '0');
    await this.#client.setNote(zoneName, ASKED, String(Date.now()));
    return false;
  }
}
