import type { DnsRecord, RecordType, ZoneFault, ZoneRecord } from '@postern/domain/dns';
import type { CheckFailure, Finding } from '@postern/domain/domain-connection';
import type { SpfWalk } from '@postern/domain/spf';

/**
 * The DNS port: the zones that we serve (`DnsZones`), and what the DNS of the world says (`DnsResolver`).
 *
 * Failure contract of `DnsZones`. Every call is idempotent, so it may be repeated; a repeated one leaves the serial as it is. A call that
 * fails throws `DnsZonesError`: `refused` means it is certain that nothing was done (there is no such zone, or the change would make it
 * faulty); `unavailable` means the outcome is unknown, and is settled by repeating the call. Calls are made outside database transactions.
 * `DnsResolver` never throws for what the network does: time-outs and broken answers are results.
 */

/** A zone as it is served: its records by type and host, and the serial that its SOA shows. */
export type ServedZone = { zoneName: string; serial: number; recordSets: DnsRecord[] };

/** Which records: all values of a type at a host, relative to the zone. */
export type RecordSetKey = { type: RecordType; host: string };

/** The zones that an authoritative server of ours answers for. Names are lower-case and in ASCII, without the last dot. */
export interface DnsZones {
  /** Makes the server answer for the zone, empty but for SOA and NS. A zone that is there keeps its records. */
  createZone(zoneName: string): Promise<void>;
  /** Ends answering for the zone. Succeeds when there is none. */
  deleteZone(zoneName: string): Promise<void>;
  /** The zones that are served, in no particular order; the panel reconciles its own list with it. */
  listZones(): Promise<string[]>;
  /** The zone as it is served now, or null where it isn't. */
  readZone(zoneName: string): Promise<ServedZone | null>;
  /** Puts a record set in the place of the one of its type and host. When it resolves, it is what the server answers; gives the serial. */
  upsertRecordSet(zoneName: string, recordSet: DnsRecord): Promise<number>;
  /**
   * Makes the zone hold exactly these record sets, all at once: no client sees one changed and another not, and the order of changes, in
   * which one alone may be faulty, doesn't matter. Gives the serial.
   */
  replaceRecordSets(zoneName: string, recordSets: readonly DnsRecord[]): Promise<number>;
  /** Takes a record set away. Succeeds when there is none; gives the serial. */
  deleteRecordSet(zoneName: string, key: RecordSetKey): Promise<number>;
  /** Whether the server can answer now. Never throws; `detail` is for an operator. */
  check(): Promise<{ ok: boolean; detail: string }>;
  /** Stops answering and releases everything. */
  close(): Promise<void>;
}

/** A call of `DnsZones` failed; see the failure contract above for what the kinds promise. */
export class DnsZonesError extends Error {
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DnsZonesError';
    this.kind = kind;
  }
}

/** One question as it went out: to whom, what came back, and over what. */
export type AskedQuestion = {
  server: string;
  name: string;
  type: RecordType;
  transport: 'udp' | 'tcp';
  outcome: string;
};

/**
 * What a look-up came to.
 * - `found`: values in the form of zone records. `aliases` are the names that were gone through; the values belong to the last.
 * - `no-data`: the name is there, without records of this type. `no-such-name`: the name isn't there (NXDOMAIN).
 * - `no-name-servers`: a delegation names servers that have no address. `lame`: those servers don't answer for the zone.
 * - `delegation-loop`: servers refer to each other without coming nearer. `alias-loop`: aliases lead in a circle.
 * - `truncated`: the answer is too long for UDP, and TCP failed. `garbled`: what came is no answer to the question.
 * - `server-failure` (SERVFAIL), `refused`, `timed-out`: no server came to an answer, for this reason.
 * Only the first three are answers. The rest says nothing of the records: ADR 18.
 */
export type LookUpResult =
  | { kind: 'found'; values: string[]; ttlSeconds: number; aliases: string[] }
  | { kind: 'no-data' | 'no-such-name'; ttlSeconds: number; aliases: string[] }
  | { kind: LookUpFailure };

/** Why a look-up came to no answer. */
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

/** A look-up with everything that was asked for it, for the person who has to find out why. */
export type LookUp = { name: string; type: RecordType; result: LookUpResult; asked: AskedQuestion[] };

/** Asks the DNS of the world. */
export interface DnsResolver {
  /** Looks records up. Always resolves, within the resolver's time limit. */
  lookUp(name: string, type: RecordType): Promise<LookUp>;
}

/** A domain's records beside what is expected of it. */
export type DomainCheck = {
  findings: Finding[];
  /** The records that were found, of the types and hosts that were asked for. */
  zone: ZoneRecord[];
  /** What is wrong with them whatever is expected: two SPF records, an alias at the root. */
  faults: ZoneFault[];
  /** Why the check came to no full answer, or null where it did. */
  failure: CheckFailure | null;
  /** What the domain's SPF record asks for in all, which is advice; null where there is no one record that receivers read. */
  spfWalk: SpfWalk | null;
  /** The look-up of the domain's own name servers, which says nothing of the check's outcome. */
  nameServers: LookUp;
  lookUps: LookUp[];
};

/** A provider that takes our records by Domain Connect: its name, and where it asks the owner. */
export type ConnectProvider = { name: string; urlSyncUX: string };

/** What gives tokens for Entri's form, in which the owner lets Entri write the records. Throws when none is to be had; no message holds what the service said. */
export type EntriTokens = { make: () => Promise<string> };

/** An account at Entri, and where its tokens are made. */
export type EntriOptions = { url: string; applicationId: string; secret: string };
