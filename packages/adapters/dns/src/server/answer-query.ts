import { fullName, type RecordType } from '@postern/domain/dns';
import packet, { type Answer, type DecodedPacket, type OptAnswer, type Packet, type Question } from 'dns-packet';
import { plainName, toAnswer } from '../wire/dns-message.ts';
import { delegationOf, hostIn, type ZoneIndex, zoneFor } from '../zones/zone-index.ts';

/** What every zone says about the server. `contact` is a mail address written as a name (RFC 1035 §3.3.13). */
export type ServerIdentity = { nameServers: readonly string[]; contact: string };

type Zones = ReadonlyMap<string, ZoneIndex>;
type Reply = { rcode: number; isAuthoritative: boolean; answers: Answer[]; authorities: Answer[] };

const RCODE = { ok: 0, malformed: 1, noSuchName: 3, notImplemented: 4, refused: 5 };
const BAD_VERSION = 1;
const APEX_TTL_SECONDS = 3600;
const NEGATIVE_TTL_SECONDS = 300;
const ALIASES_MAXIMUM = 8;

/** The answer to a query, without its question. Null for a message that is an answer itself: answering it might never end. */
export function answerQuery(query: DecodedPacket, zones: Zones, identity: ServerIdentity): Packet | null {
  if (query.flag_qr) return null;
  const reply = replyTo(query, zones, identity);
  const [opt] = optionsOf(query);
  const isBadVersion = opt !== undefined && opt.ednsVersion > 0;
  const { rcode, isAuthoritative, answers, authorities } = isBadVersion ? empty(RCODE.ok) : reply;
  return {
    type: 'response',
    id: query.id,
    flags:
      rcode |
      ((query.flags ?? 0) & (0x7800 | packet.RECURSION_DESIRED)) |
      (isAuthoritative ? packet.AUTHORITATIVE_ANSWER : 0),
    answers,
    authorities,
    additionals: opt ? [optRecord(opt, isBadVersion ? BAD_VERSION : 0)] : [],
  };
}

const optionsOf = (query: DecodedPacket) => (query.additionals ?? []).filter((each) => each.type === 'OPT');

function optRecord(asked: OptAnswer, extendedRcode: number): Answer {
  return {
    type: 'OPT',
    name: '.',
    udpPayloadSize: 1232,
    extendedRcode,
    ednsVersion: 0,
    // A wish for signatures is repeated, also by a server without any. RFC 3225 §3.
    flags: asked.flags & packet.DNSSEC_OK,
    flag_do: asked.flag_do,
    options: [],
  };
}

function replyTo(query: DecodedPacket, zones: Zones, identity: ServerIdentity): Reply {
  if (((query.flags ?? 0) & 0x7800) !== 0) return empty(RCODE.notImplemented);
  const [question, ...more] = query.questions ?? [];
  // RFC 9619 §4, RFC 6891 §6.1.1.
  if (!question || more.length > 0 || optionsOf(query).length > 1) return empty(RCODE.malformed);
  if ((question.class ?? 'IN') !== 'IN') return empty(RCODE.refused);
  const zone = zoneFor(plainName(question.name), zones);
  // Zone transfers are for secondary servers, and we have none.
  if (!zone || question.type === 'AXFR' || question.type === 'IXFR') return empty(RCODE.refused);
  return answerFrom(zone, question, identity);
}

function answerFrom(index: ZoneIndex, question: Question, identity: ServerIdentity): Reply {
  const answers: Answer[] = [];
  let name = question.name;
  for (let steps = 0; steps <= ALIASES_MAXIMUM; steps += 1) {
    const host = hostIn(plainName(name), index);
    // The alias leads out of the zone; the resolver continues from there.
    if (host === null) break;
    const delegation = delegationOf(host, index);
    // Whether a delegation is signed is known above it. RFC 4035 §3.1.4.1.
    const isAskedAbove = question.type === 'DS' && delegation?.host === host;
    if (delegation && !isAskedAbove) return refer(delegation, index, answers);
    const types = index.hosts.get(host);
    const found = types ? answersAt(name, host, question.type, index, identity) : [];
    if (found.length > 0)
      return { rcode: RCODE.ok, isAuthoritative: true, answers: [...answers, ...found], authorities: [] };
    const alias = types?.get('CNAME');
    const [target] = alias?.values ?? [];
    if (!alias || target === undefined)
      return nothing(types !== undefined || index.emptyHosts.has(host), index, identity, answers);
    answers.push(toAnswer('CNAME', name, alias.ttlSeconds, target));
    name = target;
  }
  return { rcode: RCODE.ok, isAuthoritative: true, answers, authorities: [] };
}

function answersAt(name: string, host: string, type: string, index: ZoneIndex, identity: ServerIdentity): Answer[] {
  const isApex = plainName(name) === index.zone.zoneName;
  const sets = index.hosts.get(host);
  // One record instead of all of them, so that a small query can't cause a large answer: the alias where there is one. RFC 8482 §4.2.
  if (type === 'ANY' && sets?.has('CNAME')) return answersAt(name, host, 'CNAME', index, identity);
  if (type === 'ANY') return [{ type: 'HINFO', name, ttl: APEX_TTL_SECONDS, data: { cpu: 'RFC8482', os: '' } }];
  if (isApex && type === 'SOA') return [soaOf(name, index, identity, APEX_TTL_SECONDS)];
  if (isApex && type === 'NS')
    return identity.nameServers.map((data) => ({ type: 'NS', name, ttl: APEX_TTL_SECONDS, data }));
  const set = sets?.get(type as RecordType);
  return (set?.values ?? []).map((value) => toAnswer(type as RecordType, name, set?.ttlSeconds ?? 0, value));
}

function refer(
  delegation: { host: string; ttlSeconds: number; values: string[] },
  { zone }: ZoneIndex,
  answers: Answer[],
): Reply {
  const name = fullName(delegation.host, zone.zoneName);
  const authorities = delegation.values.map((data): Answer => ({ type: 'NS', name, ttl: delegation.ttlSeconds, data }));
  return { rcode: RCODE.ok, isAuthoritative: answers.length > 0, answers, authorities };
}

/** No such record. The SOA says how long a resolver may cache that. RFC 2308 §3. */
function nothing(isThere: boolean, index: ZoneIndex, identity: ServerIdentity, answers: Answer[]): Reply {
  const soa = soaOf(index.zone.zoneName, index, identity, NEGATIVE_TTL_SECONDS);
  return { rcode: isThere ? RCODE.ok : RCODE.noSuchName, isAuthoritative: true, answers, authorities: [soa] };
}

function soaOf(name: string, { zone }: ZoneIndex, { nameServers, contact }: ServerIdentity, ttl: number): Answer {
  const [mname = zone.zoneName] = nameServers;
  const times = { refresh: 7200, retry: 900, expire: 1_209_600, minimum: NEGATIVE_TTL_SECONDS };
  return { type: 'SOA', name, ttl, data: { mname, rname: contact, serial: zone.serial, ...times } };
}

function empty(rcode: number): Reply {
  return { rcode, isAuthoritative: false, answers: [], authorities: [] };
}
