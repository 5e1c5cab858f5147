import {
  type DnsRecord,
  type RecordDraft,
  type RecordType,
  TTL_DEFAULT_SECONDS,
  type WrittenRecord,
  renderTextValue,
} from '@postern/domain/dns';
import type { DnsRecordView } from '../queries.ts';

/** One value as it is typed: each part of a name server's line has its own field. */
export type ValueParts = {
  /** The row's key while the form is open. */
  key: number;
  /** The address, the target name or the text; for CAA the authority or the contact. */
  text: string;
  priority: string;
  weight: string;
  port: string;
  /** For CAA; 128 forbids authorities that don't know the tag. */
  flags: string;
  tag: string;
};

/** The content of the form. */
export type RecordValues = { type: RecordType; host: string; ttl: string; values: ValueParts[] };

let made = 0;
export function emptyValue(priority = '10'): ValueParts {
  made += 1;
  return { key: made, text: '', priority, weight: '0', port: '', flags: '0', tag: 'issue' };
}

export const newRecord = (): RecordValues => ({
  ...{ type: 'A', host: '', ttl: String(TTL_DEFAULT_SECONDS), values: [emptyValue()] },
});

/** An existing record as the form shows it; the domain itself is an empty host. */
export const valuesOf = ({ type, host, ttl, values }: DnsRecordView): RecordValues => ({
  ...{ type, host: host === '@' ? '' : host, ttl: String(ttl) },
  values: values.map((value) => ({ ...emptyValue(), ...partsOf(type, value) })),
});

/** The typed values; a blank one if there is none. */
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
  return { text: type === 'TXT' ? renderTextValue(value) : value };
}

/** A value in one line, for the rule. Blank parts stay blank. */
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

/** Splits a value that another provider shows in one line, pasted into the name field, into its fields. */
export function pastedParts(type: RecordType, text: string): Partial<ValueParts> {
  const words = text.trim().split(/\s+/);
  if (type === 'MX' && words.length === 2 && /^\d{1,5}$/.test(words[0] ?? '')) return partsOf('MX', words.join(' '));
  if (type === 'SRV' && words.length === 4 && words.slice(0, 3).every((word) => /^\d{1,5}$/.test(word)))
    return partsOf('SRV', words.join(' '));
  if (type === 'CAA') {
    const [, flags, tag = '', rest = ''] =
      /^(\d{1,3})\s+([a-z0-9]{1,15})\s+"?([^"\s][^"]*)"?$/i.exec(text.trim()) ?? [];
    if (flags !== undefined) return { flags, tag: tag.toLowerCase(), text: rest };
    // Only the tag for reports (iodef) takes an address.
    if (/^"?(?:mailto:|https?:\/\/)/i.test(text.trim())) return { text, tag: 'iodef' };
  }
  return { text };
}

/**
 * The form's content with a pasted record in place of one value; other values of its type stay. Null if they would be lost because they
 * have another type.
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

/** The rule's record for the API, which reads every text as if it were typed. */
export const inputOf = ({ type, host, values, ttlSeconds }: DnsRecord, recordId: string | null) => ({
  ...(recordId === null ? {} : { recordId }),
  ...{ type, host, values: type === 'TXT' ? values.map(renderTextValue) : values, ttl: ttlSeconds },
});

/** Whether an existing record is exactly the typed one. */
export const isSameRecord = (record: DnsRecord, there: DnsRecordView): boolean =>
  record.type === there.type &&
  record.host === there.host &&
  record.ttlSeconds === there.ttl &&
  record.values.toSorted().join('\n') === there.values.toSorted().join('\n');
