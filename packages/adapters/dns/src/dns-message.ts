import { splitText, type RecordType } from '@postern/domain/dns';
import packet, { type Answer, type DecodedPacket, type Packet } from 'dns-packet';

/** What EDNS lets us send over UDP without fragments. The DNS flag day of 2020. */
export const UDP_PAYLOAD_BYTES = 1232;

const RCODE_NAMES: Record<number, string> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  16: 'BADVERS',
};

/** A message as it came, or null for bytes that are none. The decoder throws at garbage. */
export function decodeMessage(bytes: Buffer): DecodedPacket | null {
  try {
    return packet.decode(bytes);
  } catch {
    return null;
  }
}

/** A message for the wire. */
export function encodeMessage(message: Packet): Buffer {
  return packet.encode(message);
}

/** The name of an answer's code; EDNS holds its upper bits. */
export function rcodeOf(message: DecodedPacket): string {
  const opt = message.additionals?.find((each) => each.type === 'OPT');
  const code = ((message.flags ?? 0) & 0xf) | ((opt?.type === 'OPT' ? opt.extendedRcode : 0) << 4);
  return RCODE_NAMES[code] ?? `RCODE${code}`;
}

/** A zone's value as a record for the wire. */
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

/** A record from the wire as a zone's value, or null for a type that we don't look for. */
export function toValue(answer: Answer): string | null {
  switch (answer.type) {
    case 'MX':
      return `${answer.data.preference ?? 0} ${plainName(answer.data.exchange)}`;
    case 'SRV': {
      const { priority = 0, weight = 0, port, target } = answer.data;
      return `${priority} ${weight} ${port} ${plainName(target)}`;
    }
    case 'CAA':
      return `${answer.data.flags ?? 0} ${answer.data.tag} "${answer.data.value}"`;
    case 'TXT':
      return [answer.data].flat().map(String).join('');
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

/** A name as we compare it: lower case, no last dot. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
