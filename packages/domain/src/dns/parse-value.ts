import { parseIpv4, parseIpv6 } from '../ip-addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { MX_DEFAULT_PRIORITY } from './limits.ts';
import { parseTarget, type TargetRefusal } from './parse-names.ts';
import { parseTextValue, type TextRefusal } from './parse-text-value.ts';
import { NULL_MX, type RecordType } from './record.ts';

export type ValueRefusal =
  | Refusal<'A_NOT_IPV4' | 'AAAA_NOT_IPV6' | 'SRV_INVALID' | 'CAA_INVALID', Record<never, never>>
  | Refusal<'MX_PRIORITY_INVALID', { maximum: number }>
  | TargetRefusal
  | TextRefusal;

const UINT16_MAXIMUM = 65_535;

/** One value of a record in its canonical form. `priority` is for an MX value that doesn't begin with one. Spec 2 §5, DNS record. */
export function parseValue(
  type: RecordType,
  text: string,
  place: { host: string; priority?: number | undefined },
): Outcome<string, ValueRefusal> {
  switch (type) {
    case 'A': {
      const address = parseIpv4(text.trim());
      return address === null ? refused('A_NOT_IPV4', {}) : accepted(address);
    }
    case 'AAAA': {
      const address = parseIpv6(text.trim());
      return address === null ? refused('AAAA_NOT_IPV6', {}) : accepted(address);
    }
    case 'CNAME':
      return parseTarget(text, true);
    case 'NS':
      return parseTarget(text, false);
    case 'MX':
      return parseMx(text, place.priority ?? MX_DEFAULT_PRIORITY);
    case 'TXT':
      return parseTextValue(text, place.host);
    case 'SRV':
      return parseSrv(text);
    case 'CAA':
      return parseCaa(text);
  }
}

function parseMx(text: string, defaultPriority: number): Outcome<string, ValueRefusal> {
  const [, written, rest] = /^(-?\d+)\s+(.*)$/s.exec(text.trim().slice(0, 2000)) ?? [];
  const priority = written === undefined ? defaultPriority : Number(written);
  if (!isUint16(priority)) return refused('MX_PRIORITY_INVALID', { maximum: UINT16_MAXIMUM });
  const name = rest ?? text;
  // Its priority is always 0 (RFC 7505 §3).
  if (name.trim() === '.') return accepted(NULL_MX);
  const target = parseTarget(name, false);
  return target.ok ? accepted(`${priority} ${target.value}`) : target;
}

/** Priority, weight, port, target. RFC 2782. */
function parseSrv(text: string): Outcome<string, ValueRefusal> {
  const words = text.slice(0, 2000).trim().split(/\s+/);
  const [priority = '', weight = '', port = '', name = ''] = words;
  const numbers = [priority, weight, port];
  if (words.length !== 4 || !numbers.every((word) => /^\d{1,5}$/.test(word) && isUint16(Number(word)))) {
    return refused('SRV_INVALID', {});
  }
  const target = parseTarget(name, false);
  return target.ok ? accepted([...numbers.map(Number), target.value].join(' ')) : target;
}

/** Flags, tag, and a value in quotes. RFC 8659 §4. */
function parseCaa(text: string): Outcome<string, ValueRefusal> {
  const [, flags = '', name = '', quoted, bare = ''] =
    /^(\d{1,3})\s{1,9}([a-z0-9]{1,15})\s{1,9}(?:"([^"\\]*)"|([^"\s\\]+))$/i.exec(text.slice(0, 2000).trim()) ?? [];
  const tag = name.toLowerCase();
  const value = (quoted ?? bare).trim();
  const isGood = flags !== '' && Number(flags) <= 255 && /^[\x20-\x7e]*$/.test(value) && isCaaValue(tag, value);
  return isGood ? accepted(`${Number(flags)} ${tag} "${value}"`) : refused('CAA_INVALID', {});
}

/** Who may issue certificates: for names, for wildcards, for mail (RFC 9495). */
const ISSUE_TAGS = new Set(['issue', 'issuewild', 'issuemail']);
const ISSUER = /^[a-z0-9](?:-*[a-z0-9])*(?:\.[a-z0-9](?:-*[a-z0-9])*)+$/i;
const ISSUER_PARAMETER = /^[a-z0-9](?:-*[a-z0-9])*\s*=\s*[\x21-\x3a\x3c-\x7e]*$/i;

/**
 * An authority, with or without parameters, or a lone semicolon for none; `iodef` says where to report. An authority reads a value that it
 * can't parse as 'nobody may issue', so the grammar is applied strictly. RFC 8659 §4.2.
 */
function isCaaValue(tag: string, value: string): boolean {
  if (tag === 'iodef') return /^(?:mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/i.test(value);
  if (!ISSUE_TAGS.has(tag)) return value !== '';
  const [authority = '', ...parameters] = value.split(';').map((word) => word.trim());
  const isNobody = authority === '' && parameters.length > 0;
  const hasNone = parameters.length === 1 && parameters[0] === '';
  return (isNobody || ISSUER.test(authority)) && (hasNone || parameters.every((word) => ISSUER_PARAMETER.test(word)));
}

function isUint16(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= UINT16_MAXIMUM;
}
