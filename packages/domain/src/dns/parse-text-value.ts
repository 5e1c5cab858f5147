import { type DkimKeyRefusal, parseDkimKey } from '../dkim/index.ts';
import { parseDmarc, parseDmarcTags, parseMtaSts, parseTlsRpt, type PolicyRefusal } from '../mail-policies/index.ts';
import { isSpfText, parseSpf, renderSpf, type SpfRefusal } from '../spf/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { TXT_MAXIMUM_CHARACTERS } from './limits.ts';
import { ROOT_HOST } from './record.ts';

export type TextRefusal =
  | Refusal<'TXT_REQUIRED' | 'TXT_CHARACTERS' | 'TXT_QUOTES' | 'DKIM_AT_ROOT', Record<never, never>>
  | Refusal<'TXT_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'SPF_SPACE' | 'SPF_VERSION', { meant: string }>
  | Refusal<'POLICY_MISPLACED', { place: string }>
  | SpfRefusal
  | DkimKeyRefusal
  | PolicyRefusal<'DMARC' | 'MTA_STS' | 'TLS_RPT'>;

/**
 * A TXT value: printable ASCII, as one text. Quoted strings, as in a zone file, are joined. Texts with a known purpose are checked by their
 * own grammar, recognized by the host or by how they begin, and stored in their canonical form: where a purpose owns the host, nothing else
 * may be there. Spec 2 §5.
 */
export function parseTextValue(text: string, host: string): Outcome<string, TextRefusal> {
  if (text.length > 2 * TXT_MAXIMUM_CHARACTERS) return tooLong();
  const value = unquote(text.trim());
  if (value === null) return refused('TXT_QUOTES', {});
  if (value === '') return refused('TXT_REQUIRED', {});
  if (value.length > TXT_MAXIMUM_CHARACTERS) return tooLong();
  const reader = readerAt(host);
  const isSpf = !reader && looksLikeSpf(value);
  // These grammars have tabs, or a better answer to them.
  const allowed = reader || isSpf ? /^[\t\x20-\x7e]*$/ : /^[\x20-\x7e]*$/;
  if (!allowed.test(value)) return refused('TXT_CHARACTERS', {});
  if (isSpf) return parseSpfText(value);
  if (!reader) return checkUnowned(value, host);
  const read = reader.read(value);
  return read.ok ? accepted(reader.canonical?.(value) ?? withSpaces(value)) : read;
}

/**
 * Whether readers of this host's texts want exactly one, and ignore all if there are more: DKIM keys (RFC 6376 §3.6.2.2), and the policies
 * of DMARC (RFC 7489 §6.6.3), MTA-STS (RFC 8461 §3.1) and TLS-RPT (RFC 8460 §3).
 */
export const isLoneTextHost = (host: string): boolean => readerAt(host)?.isAlone === true;

/** Meant as SPF: it begins like SPF, or with what people mistake for it. Nothing else begins with `v=spf`. */
function looksLikeSpf(value: string): boolean {
  return (
    isSpfText(value) ||
    /^["'\s]{0,5}(?:v\s{0,5}[=:]\s{0,5}spf|v\s{0,5}spf\d?\b|[=:]?\s{0,5}spf\d?(?:[\s.:;,/]|$))/i.test(value)
  );
}

function parseSpfText(value: string): Outcome<string, TextRefusal> {
  const spaced = withSpace(value);
  if (spaced !== null) return refused('SPF_SPACE', { meant: spaced });
  const spf = parseSpf(value);
  if (spf.ok) return accepted(renderSpf(spf.value));
  const meant = spf.code === 'SPF_VERSION' ? withVersion(value) : null;
  return meant === null ? spf : refused('SPF_VERSION', { meant });
}

/** The record that `v=spf1mx -all` was meant to be; null when no space is missing, or no term of SPF follows. */
function withSpace(value: string): string | null {
  const [, rest = ''] = /^v=spf1([^\s\d].*)$/i.exec(value) ?? [];
  const isTerm = /^[+?~-]?(?:all|include|a|mx|ptr|ip4|ip6|exists|redirect|exp)(?:[\s:=/]|$)/i.test(rest);
  const meant = rest === '' ? null : parseSpf(`v=spf1 ${rest}`);
  if (meant?.ok) return renderSpf(meant.value);
  // Whatever else is wrong is said about the record with the space.
  return isTerm ? `v=spf1 ${rest}` : null;
}

/** The record that `v=spf10 mx -all` or `spf1: mx -all` was meant to be; null when the rest is no SPF either. */
function withVersion(value: string): string | null {
  const begin = /^["'\s]{0,5}v?\s{0,5}[=:]?\s{0,5}spf[\d.]{0,5}(?:[\s.:;,/]+|$)/i.exec(value);
  if (begin === null) return null;
  const meant = parseSpf(withSpaces(`v=spf1 ${value.slice(begin[0].length)}`));
  return meant.ok ? renderSpf(meant.value) : null;
}

/** A text at a host that no purpose owns. A policy at the domain itself, or without the underscore in its name, is found by nobody. */
function checkUnowned(value: string, host: string): Outcome<string, TextRefusal> {
  if (host === ROOT_HOST && /^v\s{0,5}=\s{0,5}DKIM1/i.test(value)) return refused('DKIM_AT_ROOT', {});
  const policy = POLICIES.find(({ begin }) => begin.test(value));
  if (policy && (host === ROOT_HOST || `${host}.`.startsWith(`${policy.place.replaceAll('_', '')}.`)))
    return refused('POLICY_MISPLACED', { place: policy.place });
  return accepted(value);
}

/** How the texts begin that only count at one place. */
const POLICIES = [
  { begin: /^v\s{0,5}=\s{0,5}DMARC1\b/i, place: '_dmarc' },
  { begin: /^v\s{0,5}=\s{0,5}STSv1\b/i, place: '_mta-sts' },
  { begin: /^v\s{0,5}=\s{0,5}TLSRPTv1\b/i, place: '_smtp._tls' },
] as const;

type Reader = {
  isAt: (labels: readonly string[]) => boolean;
  read: (value: string) => Outcome<unknown, TextRefusal>;
  /** Whether a second text at the host makes readers ignore both. */
  isAlone: boolean;
  /** How an accepted text is stored; with spaces in place of tabs if left out. */
  canonical?: (value: string) => string;
};

const withSpaces = (value: string): string => value.replaceAll('\t', ' ');

/** The tags' names in lower case, which all receivers understand. */
const dmarcForm = (value: string): string =>
  withSpaces(value).replace(/(^|;)( *[a-z]+)(?= *=)/gi, (_, start: string, name: string) => start + name.toLowerCase());

const isReport = (labels: readonly string[]): boolean => {
  const place = labels.indexOf('_report');
  return place > 0 && labels[place + 1] === '_dmarc';
};

/** Which hosts have texts with a known purpose. */
const READERS: readonly Reader[] = [
  { isAt: (labels) => labels.indexOf('_domainkey') > 0, read: parseDkimKey, isAlone: true },
  { isAt: ([first]) => first === '_dmarc', read: parseDmarc, isAlone: true, canonical: dmarcForm },
  { isAt: isReport, read: parseDmarcTags, isAlone: false, canonical: dmarcForm },
  { isAt: ([first]) => first === '_mta-sts', read: parseMtaSts, isAlone: true },
  { isAt: ([first, second]) => first === '_smtp' && second === '_tls', read: parseTlsRpt, isAlone: true },
];

function readerAt(host: string): Reader | undefined {
  const labels = host.split('.');
  return READERS.find(({ isAt }) => isAt(labels));
}

/** A stored text so that it parses to itself: quoted if it begins with a quotation mark or bracket, or has a blank at an end. */
export function renderTextValue(value: string): string {
  return /^[\s"(]|\s$/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

const STRINGS = /^"(?:[^"\\]|\\.)*"(?:\s{1,99}"(?:[^"\\]|\\.)*")*$/;

/**
 * The text without the quotes of a zone file, its strings joined; null where quotes don't pair up. Brackets allow strings on several lines.
 */
function unquote(text: string): string | null {
  const inside = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text;
  if (!STRINGS.test(inside)) return text.startsWith('"') ? null : text;
  const strings = inside.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return strings.map((string) => string.slice(1, -1).replace(/\\(\d{3}|.)/g, unescapeSign)).join('');
}

/** An escaped character of a zone file: by its decimal code, or as itself. RFC 1035 §5.1. */
function unescapeSign(_: string, escaped: string): string {
  return escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped;
}

function tooLong(): TextRefusal {
  return refused('TXT_TOO_LONG', { maximumCharacters: TXT_MAXIMUM_CHARACTERS });
}
