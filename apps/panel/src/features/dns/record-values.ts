import { type DnsRecord, type RecordDraft, type RecordType, TTL_DEFAULT_SECONDS } from '@postern/domain/dns';
import type { DnsRecordView } from './queries.ts';

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
  return { text: value };
}

/** A value in one line, as the rule reads it. What is blank stays so. */
function lineOf(type: RecordType, { text, priority, weight, port, flags, tag }: ValueParts): string {
  const words = text.trim();
  if (words === '') return '';
  if (type === 'MX') return `${priority || '10'} ${words}`;
  if (type === 'SRV') return `${priority || '0'} ${weight || '0'} ${port} ${words}`;
  if (type === 'CAA') return `${flags} ${tag} "${words}"`;
  return text;
}

export const draftOf = ({ type, host, ttl, values }: RecordValues): RecordDraft => ({
  ...{ type, host, ttl, values: values.map((value) => lineOf(type, value)) },
});

/** What another provider shows in one line, pasted into the name field, fills the fields it is made of. */
export function pastedParts(type: RecordType, text: string): Partial<ValueParts> {
  const words = text.trim().split(/\s+/);
  if (type === 'MX' && words.length === 2 && /^\d{1,5}$/.test(words[0] ?? '')) return partsOf('MX', words.join(' '));
  if (type === 'SRV' && words.length === 4 && words.slice(0, 3).every((word) => /^\d{1,5}$/.test(word)))
    return partsOf('SRV', words.join(' '));
  return { text };
}

/** The rule's record as the API takes it. */
export const inputOf = ({ type, host, values, ttlSeconds }: DnsRecord, recordId: string | null) => ({
  ...(recordId === null ? {} : { recordId }),
  ...{ type, host, values, ttl: ttlSeconds },
});
