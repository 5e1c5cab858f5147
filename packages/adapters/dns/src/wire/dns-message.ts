import { splitText, type RecordType } from '@postern/domain/dns';
import packet, { type Answer, type DecodedPacket, type Packet } from 'dns-packet';

/** The largest UDP message that isn't fragmented, as agreed for the DNS flag day of 2020. */
export const UDP_PAYLOAD_BYTES = 1232;

/** What can be asked for: also the record at a parent that names a zone's key, which is never in our own zones. RFC 4034 §5. */
export type QueryType = RecordType | 'DS';

const TYPE_NUMBERS: Record<QueryType, number> = {
  ...{ A: 1, DS: 43, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28, SRV: 33, CAA: 257 },
};
const OPT_NUMBER = 41;
const HEADER_BYTES = 12;
/** The decoder follows the pointers of each name, so without a limit its time grows with the square of the message's length. */
const RECORDS_MAXIMUM = 500;
/** Type and class. */
const QUESTION_TAIL_BYTES = 4;
const OPT_BYTES = 11;

type Question = { name: string; type: QueryType; isRecursive: boolean };

const RCODE_NAMES: Record<number, string> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  16: 'BADVERS',
};

/** The decoded message. Null for garbage, where the decoder throws, and for more records than anyone would really send. */
export function decodeMessage(bytes: Buffer): DecodedPacket | null {
  if (bytes.length < HEADER_BYTES || recordsIn(bytes) > RECORDS_MAXIMUM) return null;
  try {
    return packet.decode(bytes);
  } catch {
    return null;
  }
}

/** Questions, answers, authorities and additional records, as counted in the header. */
const recordsIn = (bytes: Buffer): number =>
  [4, 6, 8, 10].reduce((total, place) => total + bytes.readUInt16BE(place), 0);

/** A message for the wire. */
export function encodeMessage(message: Packet): Buffer {
  return packet.encode(message);
}

/** A query for the wire, with the UDP size that we accept (EDNS). Null for a name that is too long. RFC 1035 §4, RFC 6891. */
export function encodeQuery(id: number, { name, type, isRecursive }: Question): Buffer | null {
  const labels = name === '' ? [] : name.split('.');
  if (name.length > 253 || labels.some((label) => label === '' || label.length > 63)) return null;
  const length = HEADER_BYTES + name.length + (name === '' ? 1 : 2) + QUESTION_TAIL_BYTES + OPT_BYTES;
  const bytes = Buffer.allocUnsafe(length).fill(0);
  bytes.writeUInt16BE(id, 0);
  bytes.writeUInt16BE(isRecursive ? packet.RECURSION_DESIRED : 0, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(1, 10);
  let at = HEADER_BYTES;
  for (const label of labels) {
    bytes[at] = label.length;
    // Byte by byte, so that each character takes exactly one byte.
    for (let place = 0; place < label.length; place += 1) bytes[at + 1 + place] = label.charCodeAt(place);
    at += 1 + label.length;
  }
  at = bytes.writeUInt16BE(TYPE_NUMBERS[type], at + 1);
  at = bytes.writeUInt16BE(1, at);
  at = bytes.writeUInt16BE(OPT_NUMBER, at + 1);
  bytes.writeUInt16BE(UDP_PAYLOAD_BYTES, at);
  return bytes;
}

/** Whether a message answers the query. Error replies may leave the question out. */
export function isReplyTo(message: DecodedPacket, id: number, { name, type }: Question): boolean {
  if (!message.flag_qr || message.id !== id) return false;
  const [question] = message.questions ?? [];
  return question ? plainName(question.name) === name && question.type === type : (message.answers ?? []).length === 0;
}

/** The name of a message's response code; EDNS carries its upper bits. */
export function rcodeOf(message: DecodedPacket): string {
  const opt = message.additionals?.find((each) => each.type === 'OPT');
  const code = ((message.flags ?? 0) & 0xf) | ((opt?.type === 'OPT' ? opt.extendedRcode : 0) << 4);
  return RCODE_NAMES[code] ?? `RCODE${code}`;
}

/** A record of a zone, for the wire. */
export function toAnswer(type: RecordType, name: string, ttl: number, value: string): Answer {
  switch (type) {
    case 'MX': {
      const [preference = '', exchange = ''] = value.split(' ');
      return { type, name, ttl, data: { preference: Number(preference), exchange } };
    }
    case 'SRV': {
      const [priority = '', weight = '', port = '', target = ''] = value.split(' ');
      return {
        type,
        name,
        ttl,
        data: { priority: Number(priority), weight: Number(weight), port: Number(port), target },
      };
    }
    case 'CAA': {
      const [, flags = '', tag = '', text = ''] = /^(\d+) (\S+) "(.*)"$/.exec(value) ?? [];
      return { type, name, ttl, data: { flags: Number(flags), tag: tag as 'issue', value: text } };
    }
    case 'TXT':
      return { type, name, ttl, data: splitText(value) };
    case 'A':
    case 'AAAA':
    case 'CNAME':
    case 'NS':
      return { type, name, ttl, data: value };
  }
}

/** The value of a record from the wire, as in a zone. Null for types that we don't use. */
export function toValue(answer: Answer): string | null {
  switch (answer.type) {
    case 'MX':
      return `${answer.data.preference ?? 0} ${plainName(answer.data.exchange) || ROOT}`;
    case 'SRV': {
      const { priority = 0, weight = 0, port, target } = answer.data;
      return `${priority} ${weight} ${port} ${plainName(target) || ROOT}`;
    }
    case 'CAA':
      return escaped(`${answer.data.flags ?? 0} ${answer.data.tag} "${answer.data.value}"`);
    case 'TXT':
      return escaped(textOf([answer.data].flat()));
    case 'CNAME':
    case 'NS':
      return plainName(answer.data);
    case 'A':
    case 'AAAA':
      return answer.data;
    default:
      return null;
  }
}

/** The strings of a TXT record joined; a UTF-8 character may begin in one and end in the next. RFC 7208 §3.3. */
function textOf(parts: (string | Buffer)[]): string {
  const [only = '', second] = parts;
  return second === undefined ? String(only) : Buffer.concat(parts.map((part) => Buffer.from(part))).toString();
}

/** A name in the form in which we compare names: lower case, no trailing dot. */
export function plainName(name: string): string {
  return UNPLAIN.test(name) ? escaped(name).toLowerCase().replace(/\.$/, '') : name;
}

/** As the name of a server, it says that there is none. RFC 7505 §3, RFC 2782. */
const ROOT = '.';

/** Finds names that aren't in plain form yet. Hardly any are, and every name of every answer passes here. */
const UNPLAIN = /[^\x21-\x40\x5b-\x7e]|\.$/;

/** Servers may send any byte. Control characters, some of which PostgreSQL can't store, are escaped as in a zone file. RFC 1035 §5.1. */
const escaped = (text: string): string =>
  text.replace(/[\x00-\x1f\x7f]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`);
