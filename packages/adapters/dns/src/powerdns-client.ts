import { DnsZonesError } from './port.ts';

const DEFAULT_TIMEOUT_MS = 5_000;

export type PowerDnsOptions = {
  /** `http://host:port` of PowerDNS's web server. */
  url: string;
  apiKey: string;
  /** How long one call may take; 5 s by default. */
  timeoutMs?: number;
};

export type PowerDnsRecordSet = {
  name: string;
  type: string;
  ttl?: number;
  changetype?: 'REPLACE' | 'DELETE';
  records: { content: string; disabled: boolean }[];
};

/** How PowerDNS keeps a zone: whether it tells other servers about changes, who may copy it, and the catalogue that lists it. */
export type PowerDnsZoneHead = { kind: 'Native' | 'Master'; catalog: string; master_tsig_key_ids: string[] };

/** Whether PowerDNS signs a zone. The first time it makes the key. `nsec3param`: no extra rounds and no salt, RFC 9276. */
export type PowerDnsSigning = { dnssec: false } | { dnssec: true; nsec3param: '1 0 0 -'; api_rectify: true };

export type PowerDnsZone = { name: string; account: string; rrsets: PowerDnsRecordSet[] };

/** A zone as PowerDNS lists it. */
type ListedZone = { name: string; account: string; kind: string; catalog: string; dnssec: boolean };

/** A key that signs a zone, with its DS records in every digest type. */
export type ZoneKey = { id: number; ds: string[] };

/** PowerDNS's account of the panel's zones. It may also serve zones that the panel didn't create, such as the operator's own. */
const ACCOUNT = 'postern';

/** The account of the catalogue, which isn't a customer's zone. */
const CATALOG_ACCOUNT = 'postern-catalog';

/** PowerDNS's HTTP API, as far as we need it. Every call is safe to repeat. */
export class PowerDnsClient {
  readonly #options: PowerDnsOptions;

  constructor(options: PowerDnsOptions) {
    this.#options = options;
  }

  async readServer(): Promise<{ version: string }> {
    return (await this.#call('GET', '')) as { version: string };
  }

  /** The zones that the panel created. */
  async listZones(): Promise<ListedZone[]> {
    const zones = (await this.#call('GET', '/zones')) as ListedZone[];
    return zones.filter(({ account }) => account === ACCOUNT);
  }

  /** Null when there is none; refused if the panel didn't create it. */
  async readZone(name: string): Promise<PowerDnsZone | null> {
    const zone = (await this.#call('GET', pathOf(name), { accept: [404] })) as PowerDnsZone | null;
    if (zone !== null && zone.account !== ACCOUNT)
      throw new DnsZonesError('refused', `${name} is a zone that the panel has not made`);
    return zone;
  }

  /** Returns false, and does nothing, if the zone exists. */
  async createZone(
    name: string,
    head: PowerDnsZoneHead & PowerDnsSigning,
    recordSets: PowerDnsRecordSet[],
  ): Promise<boolean> {
    return this.#createZone({ ...head, name: `${name}.`, account: ACCOUNT, rrsets: recordSets });
  }

  /** A catalogue zone (RFC 9432): PowerDNS lists its members itself. Does nothing if it exists. */
  async createCatalog(name: string, keyId: string, recordSets: PowerDnsRecordSet[]): Promise<void> {
    const head = { name: `${name}.`, account: CATALOG_ACCOUNT, kind: 'Producer', master_tsig_key_ids: [keyId] };
    await this.#createZone({ ...head, rrsets: recordSets });
  }

  async readCatalogSerial(name: string): Promise<number> {
    return ((await this.#call('GET', `${pathOf(name)}?rrsets=false`)) as { serial: number }).serial;
  }

  async #createZone(zone: object): Promise<boolean> {
    const body = { soa_edit_api: '', nameservers: [], ...zone };
    return (await this.#call('POST', '/zones', { body, accept: [409] })) !== null;
  }

  /** Changes how PowerDNS keeps a zone; its records stay. */
  async changeZoneHead(name: string, head: PowerDnsZoneHead): Promise<void> {
    await this.#call('PUT', pathOf(name), { body: head });
  }

  async setSigning(name: string, signing: PowerDnsSigning): Promise<void> {
    await this.#call('PUT', pathOf(name), { body: signing });
  }

  /** The keys that sign a zone, oldest first; none for an unsigned zone. */
  async listKeys(name: string): Promise<ZoneKey[]> {
    const keys = (await this.#call('GET', `${pathOf(name)}/cryptokeys`)) as (Partial<ZoneKey> & {
      id: number;
      active: boolean;
    })[];
    const active = keys.filter((key) => key.active).toSorted((one, other) => one.id - other.id);
    return active.map(({ id, ds = [] }) => ({ id, ds }));
  }

  /** Adds a key that signs from now on, next to those that are there. */
  async addKey(name: string): Promise<void> {
    const body = { keytype: 'csk', algorithm: 'ecdsa256', active: true, published: true };
    await this.#call('POST', `${pathOf(name)}/cryptokeys`, { body });
  }

  async deleteKey(name: string, id: number): Promise<void> {
    await this.#call('DELETE', `${pathOf(name)}/cryptokeys/${id}`, { accept: [404] });
  }

  /** A note that PowerDNS keeps about a zone; null if there is none. Names of our own begin with `X-`. */
  async readNote(name: string, kind: string): Promise<string | null> {
    const found = (await this.#call('GET', `${pathOf(name)}/metadata/${kind}`, { accept: [404] })) as {
      metadata: string[];
    } | null;
    return found?.metadata[0] ?? null;
  }

  /** Null removes the note. */
  async setNote(name: string, kind: string, value: string | null): Promise<void> {
    const path = `${pathOf(name)}/metadata/${kind}`;
    if (value === null) await this.#call('DELETE', path, { accept: [404] });
    else await this.#call('PUT', path, { body: { kind, metadata: [value] } });
  }

  /** Makes sure that PowerDNS has the key that signs transfers, with this secret. */
  async setTransferKey(name: string, secret: string): Promise<void> {
    const found = (await this.#call('GET', `/tsigkeys/${name}`, { accept: [404] })) as { key: string } | null;
    if (found?.key === secret) return;
    // With PostgreSQL it can't replace a key (4.7.3).
    if (found !== null) await this.#call('DELETE', `/tsigkeys/${name}`, { accept: [404] });
    const key = { name, algorithm: 'hmac-sha256', key: secret };
    await this.#call('POST', '/tsigkeys', { body: key, accept: [409] });
  }

  /** Makes PowerDNS tell the servers that copy its zones that this one has changed. */
  async notify(name: string): Promise<void> {
    await this.#call('PUT', `${pathOf(name)}/notify`);
  }

  /** Makes all changes or none. */
  async changeZone(name: string, recordSets: PowerDnsRecordSet[]): Promise<void> {
    await this.#call('PATCH', pathOf(name), { body: { rrsets: recordSets } });
  }

  /** Returns false if there is no such zone. */
  async deleteZone(name: string): Promise<boolean> {
    if ((await this.readZone(name)) === null) return false;
    await this.#call('DELETE', pathOf(name), { accept: [404] });
    return true;
  }

  async #call(
    method: string,
    path: string,
    { body, accept = [] }: { body?: unknown; accept?: number[] } = {},
  ): Promise<unknown> {
    const { url, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    try {
      const response = await fetch(`${url}/api/v1/servers/localhost${path}`, {
        method,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (accept.includes(response.status)) return null;
      if (response.ok) return text === '' ? null : JSON.parse(text);
      // 422: PowerDNS understood the change and rejects it.
      throw new DnsZonesError(
        response.status === 422 ? 'refused' : 'unavailable',
        `PowerDNS answered ${response.status}: ${text.slice(0, 200)}`,
      );
    } catch (cause) {
      if (cause instanceof DnsZonesError) throw cause;
      throw new DnsZonesError('unavailable', 'PowerDNS gave no answer', { cause });
    }
  }
}

const pathOf = (name: string): string => `/zones/${encodeURIComponent(`${name}.`)}`;
