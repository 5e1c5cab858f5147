import { OWN_IP4_PREFIX, OWN_IP6_PREFIX, SPF_LOOKUPS_MAXIMUM, SPF_SAFE_CHARACTERS } from './limits.ts';
import { renderSpf, renderSpfTerm } from './render-spf.ts';
import { couldBeName, literalName } from './spf-name.ts';
import { isMechanism, type MacroString, type SpfRecord, type SpfTerm } from './spf-record.ts';

/** What is allowed in a record but unwise. The form turns the codes into text. */
export type SpfWarning =
  | { code: 'SPF_TOO_MANY_LOOKUPS'; attrs: { lookups: number; maximum: number } }
  | { code: 'SPF_LONG'; attrs: { characters: number; safeCharacters: number } }
  | {
      code: 'SPF_ALLOWS_EVERYBODY' | 'SPF_SAYS_NOTHING_OF_OTHERS' | 'SPF_REDIRECT_IGNORED';
      attrs: Record<never, never>;
    }
  | {
      code:
        | 'SPF_TERM_AFTER_ALL'
        | 'SPF_TERM_TWICE'
        | 'SPF_PTR_IS_SLOW'
        | 'SPF_NAME_INVALID'
        | 'SPF_MODIFIER_IS_MECHANISM';
      attrs: { term: string };
    };

const ASKING = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);

/** Terms of the record itself with lookups; those of its includes come on top. RFC 7208 §4.6.4. */
export function countSpfLookups(record: SpfRecord): number {
  return termsThatCount(record).filter(asksDns).length;
}

/** Whether a receiver needs a lookup for a term. */
export const asksDns = ({ kind }: SpfTerm): boolean => ASKING.has(kind);

/** The terms that a receiver uses: it never reaches mechanisms after `all`, and ignores `redirect` if there is an `all`. RFC 7208 §5.1. */
export function termsThatCount(record: SpfRecord): SpfTerm[] {
  const all = placeOfAll(record);
  if (all < 0) return record.terms;
  return record.terms.filter((term, place) => (isMechanism(term) ? place <= all : term.kind !== 'redirect'));
}

/** What a person should know before publishing the record; empty for a good one. */
export function spfWarnings(record: SpfRecord): SpfWarning[] {
  return [...wholeWarnings(record), ...termWarnings(record)];
}

function placeOfAll(record: SpfRecord): number {
  return record.terms.findIndex(({ kind }) => kind === 'all');
}

function wholeWarnings(record: SpfRecord): SpfWarning[] {
  const warnings: SpfWarning[] = [];
  const lookups = countSpfLookups(record);
  const characters = renderSpf(record).length;
  const all = record.terms[placeOfAll(record)];
  const hasRedirect = record.terms.some(({ kind }) => kind === 'redirect');
  if (lookups > SPF_LOOKUPS_MAXIMUM) {
    warnings.push({ code: 'SPF_TOO_MANY_LOOKUPS', attrs: { lookups, maximum: SPF_LOOKUPS_MAXIMUM } });
  }
  if (characters > SPF_SAFE_CHARACTERS) {
    warnings.push({ code: 'SPF_LONG', attrs: { characters, safeCharacters: SPF_SAFE_CHARACTERS } });
  }
  if (allowsEverybody(record)) warnings.push({ code: 'SPF_ALLOWS_EVERYBODY', attrs: {} });
  if (!all && !hasRedirect) warnings.push({ code: 'SPF_SAYS_NOTHING_OF_OTHERS', attrs: {} });
  if (all && hasRedirect) warnings.push({ code: 'SPF_REDIRECT_IGNORED', attrs: {} });
  return warnings;
}

/** Whether a record passes every sender: `+all`, or the same in effect. */
export const allowsEverybody = (record: SpfRecord): boolean => termsThatCount(record).some(passesEverybody);

/**
 * The record without what passes every sender: `+all` becomes `~all`, so that unknown senders are suspected and none is refused that was
 * sending before; networks of the whole internet go.
 */
export function withoutEverybody(record: SpfRecord): SpfRecord {
  const isOfAll = (term: SpfTerm) => term.kind === 'all' && passesEverybody(term);
  return {
    terms: record.terms
      .filter((term) => isOfAll(term) || !passesEverybody(term))
      .map((term) => (isOfAll(term) ? { kind: 'all', qualifier: '~' } : term)),
  };
}

/** `+all`, or a network that nobody has for themselves: two of these halves, or a hundred of these pieces, are the whole internet. */
function passesEverybody(term: SpfTerm): boolean {
  if (!isMechanism(term) || term.qualifier !== '+') return false;
  if (term.kind === 'all') return true;
  const isWide = (prefix: number | null, narrowest: number) => prefix !== null && prefix < narrowest;
  if (term.kind === 'a' || term.kind === 'mx')
    return isWide(term.ip4Prefix, OWN_IP4_PREFIX) || isWide(term.ip6Prefix, OWN_IP6_PREFIX);
  return (
    (term.kind === 'ip4' && isWide(term.prefix, OWN_IP4_PREFIX)) ||
    (term.kind === 'ip6' && isWide(term.prefix, OWN_IP6_PREFIX))
  );
}

function termWarnings(record: SpfRecord): SpfWarning[] {
  const warnings: SpfWarning[] = [];
  const all = placeOfAll(record);
  const seen = new Set<string>();
  for (const [place, term] of record.terms.entries()) {
    const attrs = { term: renderSpfTerm(term) };
    if (all >= 0 && place > all && isMechanism(term)) warnings.push({ code: 'SPF_TERM_AFTER_ALL', attrs });
    else if (seen.has(attrs.term)) warnings.push({ code: 'SPF_TERM_TWICE', attrs });
    if (term.kind === 'ptr') warnings.push({ code: 'SPF_PTR_IS_SLOW', attrs });
    if (term.kind === 'unknown' && /^(?:all|include|a|mx|ptr|ip4|ip6|exists)$/i.test(term.name)) {
      warnings.push({ code: 'SPF_MODIFIER_IS_MECHANISM', attrs });
    }
    if ('domain' in term && term.domain && !couldBe(term.domain)) warnings.push({ code: 'SPF_NAME_INVALID', attrs });
    seen.add(attrs.term);
  }
  return warnings;
}

/** With macros, only the receiver knows. */
function couldBe(domain: MacroString): boolean {
  const name = literalName(domain);
  return name === null || couldBeName(name);
}
