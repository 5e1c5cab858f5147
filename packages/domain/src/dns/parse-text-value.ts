import { type DkimKeyRefusal, parseDkimKey } from '../dkim/index.ts';
import { parseDmarc, parseMtaSts, parseTlsRpt, type PolicyRefusal } from '../mail-policies/index.ts';
import { isSpfText, parseSpf, renderSpf, type SpfRefusal } from '../spf/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { TXT_MAXIMUM_CHARACTERS } from './limits.ts';
import { ROOT_HOST } from './record.ts';

export type TextRefusal =
  | Refusal<'TXT_REQUIRED' | 'TXT_CHARACTERS' | 'TXT_QUOTES' | 'DKIM_AT_ROOT', Record<never, never>>
  | Refusal<'TXT_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'SPF_SPACE', { meant: string }>
  | SpfRefusal
  | DkimKeyRefusal
  | PolicyRefusal<'DMARC' | 'MTA_STS' | 'TLS_RPT'>;

/**
 * A TXT value: printable ASCII, as one text. Quoted strings, as in a zone file, are joined. Texts with a known purpose are checked by their
 * own grammar, recognized by the host or by how they begin; an SPF record is stored in its canonical form. Spec 2 §5.
 */
export function parseTextValue(text: string, host: string): Outcome<string, TextRefusal> {
  if (text.length > 2 * TXT_MAXIMUM_CHARACTERS) return tooLong();
  const value = unquote(text.trim());
  if (value === null) return refused('TXT_QUOTES', {});
  if (value === '') return refused('TXT_REQUIRED', {});
  if (value.length > TXT_MAXIMUM_CHARACTERS) return tooLong();
  if (!/^[\x20-\x7e]*$/.test(value)) return refused('TXT_CHARACTERS', {});
  if (looksLikeSpf(value)) {
    const meant = withSpace(value);
    if (meant !== null) return refused('SPF_SPACE', { meant });
    const spf = parseSpf(value);
    return spf.ok ? accepted(renderSpf(spf.value)) : spf;
  }
  const checked = checkByPlace(value, host);
  return checked.ok ? accepted(value) : checked;
}

/**
 * Whether readers of this host's texts want exactly one, and ignore all if there are more: DKIM keys (RFC 6376 §3.6.2.2), and the policies
 * of DMARC (RFC 7489 §6.6.3), MTA-STS (RFC 8461 §3.1) and TLS-RPT (RFC 8460 §3).
 */
export const isLoneTextHost = (host: string): boolean => READERS.some(({ isAt }) => isAt(host.split('.')));

/** Meant as SPF: it begins like SPF, or with what people mistake for it. Nothing else begins with `v=spf`. */
function looksLikeSpf(value: string): boolean {
  return (
    isSpfText(value) ||
    /^["'\s]{0,5}(?:v\s{0,5}[=:]\s{0,5}spf|v\s{0,5}spf\d?\b|[=:]?\s{0,5}spf\d?(?:[\s.:;,/]|$))/i.test(value)
  );
}

/** The record that `v=spf1mx -all` was meant to be; null when no space is missing, or the rest is no SPF either. */
function withSpace(value: string): string | null {
  const [, rest] = /^v=spf1([^\s\d].*)$/i.exec(value) ?? [];
  const meant = rest === undefined ? null : parseSpf(`v=spf1 ${rest}`);
  return meant?.ok ? renderSpf(meant.value) : null;
}

function checkByPlace(value: string, host: string): Outcome<unknown, TextRefusal> {
  const labels = host.split('.');
  if (host === ROOT_HOST && /^v\s{0,5}=\s{0,5}DKIM1/i.test(value)) return refused('DKIM_AT_ROOT', {});
  return READERS.find(({ isAt }) => isAt(labels))?.read(value) ?? accepted(value);
}

type Reader = { isAt: (labels: readonly string[]) => boolean; read: (value: string) => Outcome<unknown, TextRefusal> };

/** Which hosts have texts with a known purpose. */
const READERS: readonly Reader[] = [
  { isAt: (labels) => labels.indexOf('_domainkey') > 0, read: parseDkimKey },
  { isAt: ([first]) => first === '_dmarc', read: parseDmarc },
  { isAt: ([first]) => first === '_mta-sts', read: parseMtaSts },
  { isAt: ([first, second]) => first === '_smtp' && second === '_tls', read: parseTlsRpt },
];

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
