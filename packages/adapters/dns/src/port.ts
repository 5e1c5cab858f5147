import type { DnsRecord, RecordType, ZoneFault, ZoneRecord } from '@postern/domain/dns';
import type { CheckFailure, Finding } from '@postern/domain/domain-connection';
import type { SpfWalk } from '@postern/domain/spf';

/**
 * The DNS port: the zones that we serve (`DnsZones`), and look-ups on the internet (`DnsResolver`).
 *
 * Failure contract of `DnsZones`. Every call is idempotent, so it may be repeated; repeating it doesn't change the serial. A call that
 * fails throws `DnsZonesError`: `refused` means that certainly nothing was done (there is no such zone, or the change would make it
 * faulty); `unavailable` means that the outcome is unknown, and repeating the call settles it. Never call it inside a database transaction.
 * `DnsResolver` never throws for network failures: time-outs and broken answers are results.
 */

/** A zone as it is served: its records by type and host, and the serial of its SOA. */
export type ServedZone = { zoneName: string; serial: number; recordSets: DnsRecord[] };

/** Which records: all values of a type at a host, relative to the zone. */
export type RecordSetKey = { type: RecordType; host: string };

/** The zones that our authoritative server answers for. Names are lower-case ASCII, without the trailing dot. */
export interface DnsZones {
  /** Makes the server answer for the zone, with only SOA and NS. An existing zone keeps its records. */
  createZone(zoneName: string): Promise<void>;
  /** Stops answering for the zone. Succeeds when there is none. Refused while a DS record at the parent may need the zone's key. */
  deleteZone(zoneName: string): Promise<void>;
  /** The zones that are served, in no particular order; the panel compares them with its own list. */
  listZones(): Promise<string[]>;
  /** The zone as it is served now, or null if it isn't. */
  readZone(zoneName: string): Promise<ServedZone | null>;
  /** Adds a record set, or replaces the one of its type and host. Once it resolves, the server answers with it. Returns the serial. */
  upsertRecordSet(zoneName: string, recordSet: DnsRecord): Promise<number>;
  /**
   * Makes the zone hold exactly these record sets, all at once. No client sees half of the change, and no step in between can be faulty.
   * Returns the serial.
   */
  replaceRecordSets(zoneName: string, recordSets: readonly DnsRecord[]): Promise<number>;
  /** Removes a record set. Succeeds when there is none. Returns the serial. */
  deleteRecordSet(zoneName: string, key: RecordSetKey): Promise<number>;
  /**
   * The DS records of a zone that is signed: `wanted`, which its parent should have, and those of all its keys, in every digest type. None if
   * it isn't signed.
   */
  readDs(zoneName: string): Promise<{ wanted: string[]; keys: string[] }>;
  /** Makes zones that were created under other settings agree with the present ones. Returns how many it changed. */
  alignZones(): Promise<number>;
  /** Whether the server can answer now. Never throws; `detail` is for an operator. */
  check(): Promise<{ ok: boolean; detail: string }>;
  /** Stops answering and releases everything. */
  close(): Promise<void>;
}

/**
 * Where a change of key is: `started` has just made the new key, `spreading` waits until resolvers know it, `at-registrar` waits for the
 * owner, `expiring` waits until resolvers have forgotten the former DS record, `finished` has just deleted the former key. `until`: when
 * to go on, if time decides.
 */
export type KeyRollStep = {
  state: 'started' | 'spreading' | 'at-registrar' | 'expiring' | 'finished';
  until: Date | null;
  isKeyChanged: boolean;
};

/** Zones whose server can sign them. */
export interface SigningDnsZones extends DnsZones {
  /** Takes the next safe step of changing a zone's key. Safe to repeat. */
  rollKey(zoneName: string, now: Date): Promise<KeyRollStep>;
}

/** A call of `DnsZones` failed. The failure contract above says what each kind means. */
export class DnsZonesError extends Error {
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DnsZonesError';
    this.kind = kind;
  }
}

/** One query that was sent: its server, its transport and its outcome. */
export type AskedQuestion = {
  server: string;
  name: string;
  type: RecordType;
  transport: 'udp' | 'tcp';
  outcome: string;
};

/**
 * The outcome of a look-up.
 * - `found`: values in the form of zone records. `aliases` are the names on the way; the values belong to the last.
 * - `no-data`: the name exists, without records of this type. `no-such-name`: the name doesn't exist (NXDOMAIN).
 * - `no-name-servers`: a delegation names servers that have no address. `lame`: those servers don't answer for the zone.
 * - `delegation-loop`: servers refer to each other in a circle. `alias-loop`: aliases lead in a circle.
 * - `truncated`: the answer is too long for UDP, and TCP failed. `garbled`: the reply doesn't answer the query.
 * - `server-failure` (SERVFAIL), `refused`, `timed-out`: no server gave an answer, for this reason.
 * Only the first three are answers. The others say nothing about the records: ADR 18.
 */
export type LookUpResult =
  | { kind: 'found'; values: string[]; ttlSeconds: number; aliases: string[] }
  | { kind: 'no-data' | 'no-such-name'; ttlSeconds: number; aliases: string[] }
  | { kind: LookUpFailure };

/** Why a look-up gave no answer. */
export type LookUpFailure =
  | 'no-name-servers'
  | 'lame'
  | 'delegation-loop'
  | 'alias-loop'
  | 'truncated'
  | 'garbled'
  | 'server-failure'
  | 'refused'
  | 'timed-out';

/** A look-up with every query that it sent, for the person who has to find out why it failed. */
export type LookUp = { name: string; type: RecordType; result: LookUpResult; asked: AskedQuestion[] };

/** Looks names up in the DNS of the internet. */
export interface DnsResolver {
  /** Never rejects; resolves within the resolver's time limit. */
  lookUp(name: string, type: RecordType): Promise<LookUp>;
}

/** A domain's records, compared with the expected ones. */
export type DomainCheck = {
  findings: Finding[];
  /** The records found, of the types and hosts that were looked up. */
  zone: ZoneRecord[];
  /** Faults that don't depend on what is expected: two SPF records, an alias at the root. */
  faults: ZoneFault[];
  /** Why the check is incomplete, or null if it isn't. */
  failure: CheckFailure | null;
  /** The DNS look-ups that the domain's SPF record needs, as advice. Null unless the domain has exactly one valid SPF record. */
  spfWalk: SpfWalk | null;
  /** The look-up of the domain's name servers, which doesn't affect the check's outcome. */
  nameServers: LookUp;
  lookUps: LookUp[];
};

/** A provider that accepts our records through Domain Connect: its name, and the page where it asks the owner. */
export type ConnectProvider = { name: string; urlSyncUX: string };

/** Issues tokens for Entri's form, in which the owner lets Entri write the records. Throws if it can't; no error message quotes the service. */
export type EntriTokens = { make: () => Promise<string> };

/** An account at Entri, and the service that issues its tokens. */
export type EntriOptions = { url: string; applicationId: string; secret: string };
