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

export type PowerDnsZone = { name: string; account: string; rrsets: PowerDnsRecordSet[] };

/** PowerDNS's account of the panel's zones. It may also serve zones that the panel didn't create, such as the operator's own. */
const ACCOUNT = 'postern';

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
  async listZones(): Promise<{ name: string }[]> {
    const zones = (await this.#call('GET', '/zones')) as { name: string; account: string }[];
    return zones.filter(({ account }) => account === ACCOUNT);
  }

  /** Null when there is none; refused if the panel didn't create it. */
  async readZone(name: string): Promise<PowerDnsZone | null> {
    const zone = (await this.#call('GET', pathOf(name), { accept: [404] })) as PowerDnsZone | null;
    if (zone !== null && zone.account !== ACCOUNT)
      throw new DnsZonesError('refused', `${name} is a zone that the panel has not made`);
    return zone;
  }

  /** Does nothing if the zone exists. */
  async createZone(name: string, recordSets: PowerDnsRecordSet[]): Promise<void> {
    const head = { name: `${name}.`, account: ACCOUNT, kind: 'Native', soa_edit_api: '', nameservers: [] };
    await this.#call('POST', '/zones', { body: { ...head, rrsets: recordSets }, accept: [409] });
  }

  /** Makes all changes or none. */
  async changeZone(name: string, recordSets: PowerDnsRecordSet[]): Promise<void> {
    await this.#call('PATCH', pathOf(name), { body: { rrsets: recordSets } });
  }

  async deleteZone(name: string): Promise<void> {
    if ((await this.readZone(name)) === null) return;
    await this.#call('DELETE', pathOf(name), { accept: [404] });
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
