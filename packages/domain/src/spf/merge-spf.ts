import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { SPF_LOOKUPS_MAXIMUM, SPF_MAXIMUM_CHARACTERS } from './limits.ts';
import { renderSpf, renderSpfTerm } from './render-spf.ts';
import { isMechanism, type SpfMechanism, type SpfModifier, type SpfQualifier, type SpfRecord } from './spf-record.ts';
import { countSpfLookups, termsThatCount } from './spf-warnings.ts';

/** Why records can't be merged. `part` is the number of the record in the way, counted from 1. ADR 2. */
export type SpfMergeRefusal =
  | Refusal<'SPF_MERGE_NOT_ONLY_PASS' | 'SPF_MERGE_REDIRECT', { part: number; term: string }>
  | Refusal<'SPF_MERGE_ALL_DIFFERS', { part: number }>
  | Refusal<'SPF_MERGE_TOO_MANY_LOOKUPS', { lookups: number; maximum: number }>
  | Refusal<'SPF_TOO_LONG', { maximumCharacters: number }>;

/** `allAdded` is set if no part had an `all`, so that the form can say which one was added. ADR 1. */
export type MergedSpf = { record: SpfRecord; allAdded: SpfQualifier | null };

/**
 * One record that authorizes what its parts did and nothing more, or why there is none (ADR 1, ADR 2). Terms keep their order, each once.
 * What comes after an `all` never counted and is dropped. The last part's `all` wins, unless one part passes everyone and another doesn't.
 * Spec 2 §5 has `+` for `defaultAll`; a caller that wants that passes it.
 */
export function mergeSpf(parts: SpfRecord[], defaultAll: SpfQualifier = '~'): Outcome<MergedSpf, SpfMergeRefusal> {
  const mechanisms = new Map<string, SpfMechanism>();
  const modifiers = new Map<string, SpfModifier>();
  const alls: SpfQualifier[] = [];
  for (const [place, record] of parts.entries()) {
    const part = place + 1;
    // Such a part ends in an error before its last terms. Merged, these would pass senders that the part didn't.
    const lookups = countSpfLookups(record);
    if (lookups > SPF_LOOKUPS_MAXIMUM) return tooManyLookups(lookups);
    // An ignored redirect is refused too: its author meant something that a merge would lose.
    const redirect = record.terms.find(({ kind }) => kind === 'redirect');
    if (redirect) return refused('SPF_MERGE_REDIRECT', { part, term: renderSpfTerm(redirect) });
    for (const term of termsThatCount(record)) {
      // One explanation per record (RFC 7208 §6.2): the last part's, as with `all`.
      if (!isMechanism(term)) modifiers.set(term.kind === 'exp' ? 'exp' : renderSpfTerm(term), term);
      else if (term.kind === 'all') alls.push(term.qualifier);
      else if (term.qualifier === '+') mechanisms.set(renderSpfTerm(term), term);
      else return refused('SPF_MERGE_NOT_ONLY_PASS', { part, term: renderSpfTerm(term) });
    }
  }
  const qualifier = alls.at(-1) ?? defaultAll;
  const openPart = partThatDiffers(parts);
  if (openPart) return refused('SPF_MERGE_ALL_DIFFERS', { part: openPart });
  const record: SpfRecord = {
    terms: [...mechanisms.values(), ...modifiers.values(), { kind: 'all', qualifier }],
  };
  return checkLimits(record, alls.length === 0 ? qualifier : null);
}

/** The part with `+all` if another part ends differently, or 0: nobody can tell which of the two was meant. */
function partThatDiffers(parts: SpfRecord[]): number {
  const alls = parts.map(({ terms }) => terms.filter(isMechanism).find(({ kind }) => kind === 'all')?.qualifier);
  const isMixed = alls.includes('+') && alls.some((qualifier) => qualifier !== undefined && qualifier !== '+');
  return isMixed ? alls.indexOf('+') + 1 : 0;
}

function tooManyLookups(lookups: number): SpfMergeRefusal {
  return refused('SPF_MERGE_TOO_MANY_LOOKUPS', { lookups, maximum: SPF_LOOKUPS_MAXIMUM });
}

/** Over a limit every receiver reports an error, and the record would authorize nobody. */
function checkLimits(record: SpfRecord, allAdded: SpfQualifier | null): Outcome<MergedSpf, SpfMergeRefusal> {
  const lookups = countSpfLookups(record);
  if (lookups > SPF_LOOKUPS_MAXIMUM) return tooManyLookups(lookups);
  if (renderSpf(record).length > SPF_MAXIMUM_CHARACTERS) {
    return refused('SPF_TOO_LONG', { maximumCharacters: SPF_MAXIMUM_CHARACTERS });
  }
  return accepted({ record, allAdded });
}
