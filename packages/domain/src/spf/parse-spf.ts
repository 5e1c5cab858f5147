import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { SPF_MAXIMUM_CHARACTERS } from './limits.ts';
import { parseSpfTerm, type SpfTermFault } from './parse-spf-term.ts';
import type { SpfRecord, SpfTerm } from './spf-record.ts';

/** Why a text isn't a valid SPF record. `term` is the wrong word, `place` its number in the record, counted from 1. */
export type SpfRefusal =
  | Refusal<'SPF_VERSION', Record<never, never>>
  | Refusal<'SPF_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'SPF_CHARACTERS', Record<never, never>>
  | Refusal<SpfTermFault | 'SPF_MODIFIER_TWICE', { term: string; place: number }>;

/** Whether receivers take a text for an SPF record: the version, then a space or the end. RFC 7208 §4.5. */
export function isSpfText(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/** Parses an SPF record by the whole grammar of RFC 7208 §12. Refuses everything that receivers report as a permanent error. */
export function parseSpf(text: string): Outcome<SpfRecord, SpfRefusal> {
  if (text.length > SPF_MAXIMUM_CHARACTERS) {
    return refused('SPF_TOO_LONG', { maximumCharacters: SPF_MAXIMUM_CHARACTERS });
  }
  if (!isSpfText(text)) return refused('SPF_VERSION', {});
  if (!/^[\x20-\x7e]*$/.test(text)) return refused('SPF_CHARACTERS', {});
  const words = text.split(' ').filter((word) => word !== '');
  const terms: SpfTerm[] = [];
  for (const [place, word] of words.entries()) {
    if (place === 0) continue;
    const term = parseSpfTerm(word);
    if (typeof term === 'string') return refused(term, { term: word, place });
    if (isSecond(term, terms)) return refused('SPF_MODIFIER_TWICE', { term: word, place });
    terms.push(term);
  }
  return accepted({ terms });
}

/** `redirect` and `exp` may each occur once. RFC 7208 §6. */
function isSecond(term: SpfTerm, before: SpfTerm[]): boolean {
  return (term.kind === 'redirect' || term.kind === 'exp') && before.some(({ kind }) => kind === term.kind);
}
