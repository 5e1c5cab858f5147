import { recordSetsOf, type ZoneRecord } from './record.ts';

/** The data of a zone apart from its records. Names are full, without the trailing dot. */
export type ZoneHead = {
  zoneName: string;
  nameServers: readonly string[];
  contact: string;
  serial: number;
  negativeTtlSeconds: number;
};

/** A zone as a master file (RFC 1035 §5), which any name server loads. */
export function renderZoneFile(head: ZoneHead, zone: readonly ZoneRecord[]): string {
  const { zoneName, nameServers, contact, serial, negativeTtlSeconds } = head;
  const [primary = zoneName] = nameServers;
  const lines = [
    `$ORIGIN ${zoneName}.`,
    `$TTL ${negativeTtlSeconds}`,
    `@ IN SOA ${primary}. ${contact}. ${serial} 7200 900 1209600 ${negativeTtlSeconds}`,
    ...nameServers.map((server) => `@ IN NS ${server}.`),
  ];
  for (const { type, host, ttlSeconds, values } of recordSetsOf(zone)) {
    for (const value of values) lines.push(`${host} ${ttlSeconds} IN ${type} ${renderValue(type, value)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A value as in a master file: names with a trailing dot, texts in quotes. */
export function renderValue(type: ZoneRecord['type'], value: string): string {
  if (type === 'TXT') return splitText(value).map(quote).join(' ');
  if (type === 'CNAME' || type === 'NS' || type === 'MX' || type === 'SRV')
    return value.endsWith('.') ? value : `${value}.`;
  return value;
}

/** A text split into strings of at most 255 characters. RFC 1035 §3.3. */
export function splitText(text: string): string[] {
  return text.match(/[^]{1,255}/g) ?? [''];
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
