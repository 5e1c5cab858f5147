import { parseValue } from './parse-value.ts';
import { fullName, RECORD_TYPES, type RecordType, ROOT_HOST } from './record.ts';

/** A record as it is written in a zone file. What the lines leave out is null; name and TTL are unchecked. */
export type WrittenRecord = { type: RecordType; host: string | null; ttlSeconds: number | null; values: string[] };

type Line = { type: RecordType; host: string | null; ttlSeconds: number | null; value: string };

const CHARACTERS_MAXIMUM = 5000;
const SECONDS = { '': 1, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;
const LINE = new RegExp(
  String.raw`^(?:(?!IN\s|\d+[smhdw]?\s)(\S{1,300})\s+)?(?:IN\s+)?(?:(\d{1,9})([smhdw]?)\s+)?(?:IN\s+)?(${RECORD_TYPES.join('|')})\s+(\S.*)$`,
  'is',
);

/**
 * Reads text that was copied from a zone file, from `dig`, or from a key generator: one or several lines with one name and type, with
 * comments, brackets and strings over several lines (RFC 1035 §5.1). Null for anything else, so that a plain value stays as it is.
 */
export function readZoneLines(text: string, zoneName: string): WrittenRecord | null {
  if (text.length > CHARACTERS_MAXIMUM) return null;
  const lines: Line[] = [];
  for (const written of logicalLines(text)) {
    const line = readLine(written, zoneName);
    if (line === null) return null;
    lines.push(line);
  }
  const [first, ...more] = lines;
  if (!first) return null;
  const { type, host, ttlSeconds } = first;
  // A line without a name has the name of the line before.
  const isOne = more.every((line) => line.type === type && (line.host === null || line.host === host));
  return isOne ? { type, host, ttlSeconds, values: lines.map(({ value }) => value) } : null;
}

/** Removes comments, and joins lines in brackets. A semicolon in an unquoted text doesn't start a comment. */
function logicalLines(text: string): string[] {
  if (!text.includes('"')) return text.split(/\r?\n/).filter((line) => !/^\s*(?:;|$)/.test(line));
  let depth = 0;
  const parts = text.match(/"(?:[^"\\]|\\.)*"|;[^\n]*|[()]|\s+|[^"();\s]+|"/gs) ?? [];
  const plain = parts.map((part) => {
    if (part === '(' || part === ')') {
      depth += part === '(' ? 1 : -1;
      return ' ';
    }
    if (part.startsWith(';')) return '';
    return depth > 0 && part.trim() === '' ? ' ' : part;
  });
  return plain
    .join('')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}

function readLine(text: string, zoneName: string): Line | null {
  const [, name, ttl, unit = '', typeName = '', rest = ''] = LINE.exec(text.trim()) ?? [];
  const type = RECORD_TYPES.find((each) => each === typeName.toUpperCase());
  if (!type) return null;
  const value = type === 'TXT' ? rest.trim() : inFull(type, rest.replace(/;(?=[^"]*$).*$/s, '').trim(), zoneName);
  // A text may be any words, so it counts only with something that only zone files have.
  const isLine = type !== 'TXT' || ttl !== undefined || /^(?:\S+\s+)?IN\s/i.test(text.trim()) || value.startsWith('"');
  if (!isLine || (type === 'TXT' ? value === '' : !parseValue(type, value, { host: ROOT_HOST }).ok)) return null;
  const factor = SECONDS[unit.toLowerCase() as keyof typeof SECONDS];
  return { type, host: name ?? null, ttlSeconds: ttl === undefined ? null : Number(ttl) * factor, value };
}

/** Names with one label, and `@`, belong to the zone. */
function inFull(type: RecordType, value: string, zoneName: string): string {
  if (type === 'A' || type === 'AAAA' || type === 'CAA') return value;
  const start = value.lastIndexOf(' ') + 1;
  const name = value.slice(start);
  return /^(?:@|[a-z0-9_-]+)$/i.test(name) ? `${value.slice(0, start)}${fullName(name, zoneName)}` : value;
}
