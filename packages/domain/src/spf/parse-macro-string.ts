import type { MacroPart, MacroString } from './spf-record.ts';

const MACRO = /^%\{([a-z])(\d*)(r?)([-.+,/_=]*)\}/i;
/** `c`, `r` and `t` only make sense in an explanation, so a record may not have them. RFC 7208 §7.2. */
const LETTERS = 'slodiphv';

/** A macro-string of RFC 7208 §7.1, or null if the syntax is wrong. */
export function parseMacroString(text: string): MacroString | null {
  const parts: MacroPart[] = [];
  let place = 0;
  while (place < text.length) {
    const part = text[place] === '%' ? readExpansion(text, place) : readLiteral(text, place);
    if (!part) return null;
    parts.push(part.part);
    place += part.length;
  }
  return parts;
}

/**
 * A domain-spec: a macro-string that ends in a macro, an escape or a top-level label, which is letters, digits and hyphens and not all
 * digits. RFC 7208 §7.1. Literal text is put in lower case, as in names.
 */
export function parseDomainSpec(text: string): MacroString | null {
  const parts = parseMacroString(text);
  const last = parts?.at(-1);
  if (!parts || !last) return null;
  if (last.kind !== 'literal') return parts.map(lowerCased);
  const name = last.text.endsWith('.') ? last.text.slice(0, -1) : last.text;
  const dot = name.lastIndexOf('.');
  return dot >= 0 && isTopLabel(name.slice(dot + 1)) ? parts.map(lowerCased) : null;
}

/** A macro-string as it is written in a record. */
export function renderMacroString(parts: MacroString): string {
  return parts.map(renderPart).join('');
}

type Read = { part: MacroPart; length: number } | null;

function readExpansion(text: string, place: number): Read {
  const pair = text.slice(place, place + 2);
  if (pair === '%%' || pair === '%_' || pair === '%-') return { part: { kind: 'escape', text: pair }, length: 2 };
  const match = MACRO.exec(text.slice(place, text.indexOf('}', place) + 1));
  const [whole = '', letter = '', digits = '', reversed = '', delimiters = ''] = match ?? [];
  // Zero isn't a valid number of parts. RFC 7208 §7.1.
  if (!match || !LETTERS.includes(letter.toLowerCase()) || /^0+$/.test(digits)) return null;
  const part: MacroPart = {
    kind: 'macro',
    letter,
    digits: digits === '' ? null : Number(digits),
    isReversed: reversed !== '',
    delimiters,
  };
  return { part, length: whole.length };
}

function readLiteral(text: string, place: number): Read {
  const next = text.indexOf('%', place);
  const literal = text.slice(place, next < 0 ? text.length : next);
  return /^[\x21-\x24\x26-\x7e]+$/.test(literal)
    ? { part: { kind: 'literal', text: literal }, length: literal.length }
    : null;
}

function isTopLabel(label: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label) && !/^\d+$/.test(label);
}

function lowerCased(part: MacroPart): MacroPart {
  return part.kind === 'literal' ? { ...part, text: part.text.toLowerCase() } : part;
}

function renderPart(part: MacroPart): string {
  if (part.kind !== 'macro') return part.text;
  return `%{${part.letter}${part.digits ?? ''}${part.isReversed ? 'r' : ''}${part.delimiters}}`;
}
