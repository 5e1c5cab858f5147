import type { PowerDnsClient, PowerDnsRecordSet, PowerDnsZoneHead } from './powerdns-client.ts';

/** The catalogue zone and the key of deploy/mail/powerdns-secondary; a name under .invalid is nobody's. RFC 9432 §3. */
const CATALOG = 'catalog.postern.invalid';
const KEY_ID = 'postern-transfer.';

const ALONE: PowerDnsZoneHead = { kind: 'Native', catalog: '', master_tsig_key_ids: [] };
const COPIED: PowerDnsZoneHead = { kind: 'Master', catalog: `${CATALOG}.`, master_tsig_key_ids: [KEY_ID] };

/**
 * How other name servers get copies of our zones: by AXFR, signed with the key, after a NOTIFY. They learn of new and deleted zones from the
 * catalogue. Without a key nobody gets copies. ADR 87.
 */
export class ZoneCopies {
  /** How PowerDNS keeps our zones. */
  readonly head: PowerDnsZoneHead;
  readonly #client: PowerDnsClient;
  readonly #key: string | null;
  #ready: Promise<void> | null = null;

  /** `key`: the secret of the transfers, in base64. */
  constructor(client: PowerDnsClient, key: string | null) {
    this.#client = client;
    this.#key = key;
    this.head = key === null ? ALONE : COPIED;
  }

  /** Makes sure that PowerDNS has the key and the catalogue, once per process and again with `isAgain`. */
  async prepare(isAgain = false): Promise<void> {
    const key = this.#key;
    if (key === null) return;
    if (isAgain) this.#ready = null;
    this.#ready ??= this.#client
      .setTransferKey(KEY_ID, key)
      .then(() => this.#client.createCatalog(CATALOG, KEY_ID, [catalogSoa(), CATALOG_NS]));
    await this.#ready.catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
  }

  /** A zone was created or deleted. */
  async announceMembers(): Promise<void> {
    await this.#announce(CATALOG, () => this.#client.changeZone(CATALOG, [catalogSoa()]));
  }

  async announceChange(zoneName: string): Promise<void> {
    await this.#announce(zoneName, () => Promise.resolve());
  }

  /** A failure only costs time: PowerDNS compares serials and catalogue every minute, and tells the others itself. */
  async #announce(zoneName: string, before: () => Promise<void>): Promise<void> {
    if (this.#key === null) return;
    await before()
      .then(() => this.#client.notify(zoneName))
      .catch(() => {});
  }
}

/** The serial is the time, as PowerDNS's own are when it finds that the catalogue's members have changed. */
function catalogSoa(): PowerDnsRecordSet {
  const content = `invalid. invalid. ${Math.floor(Date.now() / 1000)} 60 60 604800 60`;
  return recordSetOf('SOA', content);
}

const recordSetOf = (type: string, content: string): PowerDnsRecordSet => ({
  name: `${CATALOG}.`,
  type,
  ttl: 60,
  changetype: 'REPLACE',
  records: [{ content, disabled: false }],
});

const CATALOG_NS = recordSetOf('NS', 'invalid.');
