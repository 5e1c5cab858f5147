import { setTimeout as delay } from 'node:timers/promises';
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
  #announced: Promise<void> = Promise.resolve();
  #isAnnouncementDue = false;

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
      .then(() => this.#client.createCatalog(CATALOG, KEY_ID, [catalogSoa(1), CATALOG_NS]));
    await this.#ready.catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
  }

  /** A zone was created or deleted. Returns at once: the others learn of it within about a second. */
  announceMembers(): void {
    if (this.#key === null || this.#isAnnouncementDue) return;
    this.#isAnnouncementDue = true;
    this.#announced = this.#announced.then(() => this.#announceCatalog()).catch(() => {});
  }

  /** Waits for the announcements that are under way. */
  async settle(): Promise<void> {
    await this.#announced;
  }

  async #announceCatalog(): Promise<void> {
    const serial = await this.#waitForNextSerial().finally(() => {
      // A change from now on may come too late for this announcement.
      this.#isAnnouncementDue = false;
    });
    await this.#client.changeZone(CATALOG, [catalogSoa(serial)]);
    await this.#client.notify(CATALOG);
  }

  /** A server that has copied the catalogue in this second doesn't look again at the same serial. */
  async #waitForNextSerial(): Promise<number> {
    const next = (await this.#client.readCatalogSerial(CATALOG)) + 1;
    await delay(Math.min(1000, Math.max(0, next * 1000 - Date.now())));
    return Math.max(next, Math.floor(Date.now() / 1000));
  }

  /** A failure only costs time: PowerDNS compares serials and catalogue every minute, and tells the others itself. */
  async announceChange(zoneName: string): Promise<void> {
    if (this.#key !== null) await this.#client.notify(zoneName).catch(() => {});
  }
}

/** The serial is the time, as PowerDNS's own are when it finds that the catalogue's members have changed. */
const catalogSoa = (serial: number): PowerDnsRecordSet =>
  recordSetOf('SOA', `invalid. invalid. ${serial} 60 60 604800 60`);

const recordSetOf = (type: string, content: string): PowerDnsRecordSet => ({
  name: `${CATALOG}.`,
  type,
  ttl: 60,
  changetype: 'REPLACE',
  records: [{ content, disabled: false }],
});

const CATALOG_NS = recordSetOf('NS', 'invalid.');
