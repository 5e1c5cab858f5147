import {
  type DnsRecord,
  type RecordDraft,
  type RecordType,
  TTL_DEFAULT_SECONDS,
  type WrittenRecord,
  writtenText,
} from '@postern/domain/dns';
import type { DnsRecordView } from '../queries.ts';

/** One value as it is typed: what a name server has in one line stands in fields of its own. */
export type ValueParts = {
  /** Of the row, for as long as the form is open. */
  key: number;
  /** The address, the name it points to, the text; of CAA who or where. */
  text: string;
  priority: string;
  weight: string;
  port: string;
  /** Of CAA; 128 forbids authorities that don't know the tag. */
  flags: string;
  tag: string;
};

/** What the form holds. */
export type RecordValues = { type: RecordType; host: string; ttl: string; values: ValueParts[] };

let made = 0;
export function emptyValue(priority = '10'): ValueParts {
  made += 1;
  return { key: made, text: '', priority, weight: '0', port: '', flags: '0', tag: 'issue' };
}

export const newRecord = (): RecordValues => ({
  ...{ type: 'A', host: '', ttl: String(TTL_DEFAULT_SECONDS), values: [emptyValue()] },
});

/** A record that is there, as the form shows it; the domain itself is a blank host. */
export const valuesOf = ({ type, host, ttl, values }: DnsRecordView): RecordValues => ({
  ...{ type, host: host === '@' ? '' : host, ttl: String(ttl) },
  values: values.map((value) => ({ ...emptyValue(), ...partsOf(type, value) })),
});

/** The values that were typed; a blank one where none was. */
export function withoutBlanks(values: ValueParts[]): ValueParts[] {
  const typed = values.filter(({ text }) => text.trim() !== '');
  return typed.length > 0 ? typed : values.slice(0, 1);
}

/** The parts of a canonical value. */
export function partsOf(type: RecordType, value: string): Partial<ValueParts> {
  if (type === 'MX') {
    const [priority = '', text = ''] = value.split(' ');
    return { priority, text };
  }
  if (type === 'SRV') {
    const [priority = '', weight = '', port = '', text = ''] = value.split(' ');
    return { priority, weight, port, text };
  }
  if (type === 'CAA') {
    const [, flags = '0', tag = 'issue', text = ''] = /^(\d+) (\S+) "(.*)"$/.exec(value) ?? [];
    return { flags, tag, text };
  }
  return { text: type === 'TXT' ? writtenText(value) : value };
}

/** A value in one line, as the rule reads it. What is blank stays so. */
function lineOf(type: RecordType, { text, priority, weight, port, flags, tag }: ValueParts): string {
  const words = text.trim();
  if (words === '') return '';
  if (type === 'MX') return `${priority || '10'} ${words}`;
  if (type === 'SRV') return `${priority || '0'} ${weight || '0'} ${port} ${words}`;
  if (type === 'CAA') return `${flags} ${tag} "${words.replace(/^"(.*)"$/, '$1')}"`;
  return text;
}

export const isSameValue = (type: RecordType, one: ValueParts, other: ValueParts): boolean =>
  lineOf(type, one).trim() === lineOf(type, other).trim();

export const draftOf = ({ type, host, ttl, values }: RecordValues): RecordDraft => ({
  ...{ type, host, ttl, values: values.map((value) => lineOf(type, value)) },
});

/** What another provider shows in one line, pasted into the name field, fills the fields it is made of. */
export function pastedParts(type: RecordType, text: string): Partial<ValueParts> {
  const words = text.trim().split(/\s+/);
  if (type === 'MX' && words.length === 2 && /^\d{1,5}$/.test(words[0] ?? '')) return partsOf('MX', words.join(' '));
  if (type === 'SRV' && words.length === 4 && words.slice(0, 3).every((word) => /^\d{1,5}$/.test(word)))
    return partsOf('SRV', words.join(' '));
  if (type === 'CAA') {
    const [, flags, tag = '', rest = ''] =
      /^(\d{1,3})\s+([a-z0-9]{1,15})\s+"?([^"\s][^"]*)"?$/i.exec(text.trim()) ?? [];
    if (flags !== undefined) return { flags, tag: tag.toLowerCase(), text: rest };
    // Nobody but who takes reports is an address.
    if (/^"?(?:mailto:|https?:\/\/)/i.test(text.trim())) return { text, tag: 'iodef' };
  }
  return { text };
}

/**
 * What the form held, with a pasted record in the place of one value: other values of its type stay. Null where they would be lost, as they
 * are of another type.
 */
export function withPasted(values: RecordValues, place: number, written: WrittenRecord): RecordValues | null {
  const others = (each: ValueParts, at: number) => at !== place && each.text.trim() !== '';
  if (written.type !== values.type && values.values.some(others)) return null;
  const pasted = written.values.map((value) => ({ ...emptyValue(), ...pastedParts(written.type, value) }));
  return {
    type: written.type,
    host: written.host === null ? values.host : written.host === '@' ? '' : written.host,
    ttl: written.ttlSeconds === null ? values.ttl : String(written.ttlSeconds),
    values: [
      ...values.values.slice(0, place).filter(({ text }) => text.trim() !== ''),
      ...pasted,
      ...values.values.slice(place + 1),
    ],
  };
}

/** The rule's record as the API takes it, which reads every text as a typed one. */
export const inputOf = ({ type, host, values, ttlSeconds }: DnsRecord, recordId: string | null) => ({
  ...(recordId === null ? {} : { recordId }),
  ...{ type, host, values: type === 'TXT' ? values.map(writtenText) : values, ttl: ttlSeconds },
});

/** Whether a record that is there is exactly the one that was typed. */
export const isSameRecord = (record: DnsRecord, there: DnsRecordView): boolean =>
  record.type === there.type &&
  record.host === there.host &&
  record.ttlSeconds === there.ttl &&
  record.values.toSorted().join('\n') === there.values.toSorted().join('\n');
