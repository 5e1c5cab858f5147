import { renderMacroString } from './parse-macro-string.ts';
import { renderSpfTerm } from './render-spf.ts';
import { isMechanism, type MacroString, type SpfMechanism, type SpfModifier, type SpfRecord } from './spf-record.ts';

/** What happens to a sender that a term matches. */
type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral';

/** One sentence about one term: a code, and the values that the sentence names. A name that is `null` means the domain itself. */
export type SpfExplanation = { term: string; result: SpfResult | null } & (
  | { code: 'SPF_MEANS_EVERYBODY_ELSE' | 'SPF_MEANS_NOTHING_BEHIND_ALL' }
  | {
      code: 'SPF_MEANS_INCLUDE' | 'SPF_MEANS_EXISTS' | 'SPF_MEANS_REDIRECT' | 'SPF_MEANS_EXPLANATION';
      name: string;
      hasMacro: boolean;
    }
  | { code: 'SPF_MEANS_PTR'; name: string | null; hasMacro: boolean }
  | {
      code: 'SPF_MEANS_HOST_ADDRESSES' | 'SPF_MEANS_MX_ADDRESSES';
      name: string | null;
      hasMacro: boolean;
      ip4Prefix: number | null;
      ip6Prefix: number | null;
    }
  | { code: 'SPF_MEANS_ADDRESS'; address: string }
  | { code: 'SPF_MEANS_NETWORK'; address: string; prefix: number }
  | { code: 'SPF_MEANS_IGNORED'; name: string }
);

const RESULTS = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const;

/** What a record means, term by term in its order, for a reader who doesn't know SPF. */
export function explainSpf(record: SpfRecord): SpfExplanation[] {
  const all = record.terms.findIndex(({ kind }) => kind === 'all');
  return record.terms.map((term, place) => {
    if (!isMechanism(term)) return explainModifier(term);
    if (all < 0 || place <= all) return explainMechanism(term);
    return { term: renderSpfTerm(term), result: null, code: 'SPF_MEANS_NOTHING_BEHIND_ALL' };
  });
}

function explainMechanism(term: SpfMechanism): SpfExplanation {
  const base = { term: renderSpfTerm(term), result: RESULTS[term.qualifier] };
  switch (term.kind) {
    case 'all':
      return { ...base, code: 'SPF_MEANS_EVERYBODY_ELSE' };
    case 'include':
      return { ...base, code: 'SPF_MEANS_INCLUDE', ...nameOf(term.domain) };
    case 'exists':
      return { ...base, code: 'SPF_MEANS_EXISTS', ...nameOf(term.domain) };
    case 'ptr':
      return { ...base, code: 'SPF_MEANS_PTR', ...optionalNameOf(term.domain) };
    case 'a':
    case 'mx': {
      const code = term.kind === 'a' ? 'SPF_MEANS_HOST_ADDRESSES' : 'SPF_MEANS_MX_ADDRESSES';
      const { ip4Prefix, ip6Prefix } = term;
      return { ...base, code, ...optionalNameOf(term.domain), ip4Prefix, ip6Prefix };
    }
    case 'ip4':
    case 'ip6':
      return term.prefix === null
        ? { ...base, code: 'SPF_MEANS_ADDRESS', address: term.address }
        : { ...base, code: 'SPF_MEANS_NETWORK', address: term.address, prefix: term.prefix };
  }
}

function explainModifier(term: SpfModifier): SpfExplanation {
  const base = { term: renderSpfTerm(term), result: null };
  if (term.kind === 'unknown') return { ...base, code: 'SPF_MEANS_IGNORED', name: term.name };
  const code = term.kind === 'redirect' ? 'SPF_MEANS_REDIRECT' : 'SPF_MEANS_EXPLANATION';
  return { ...base, code, ...nameOf(term.domain) };
}

function nameOf(domain: MacroString): { name: string; hasMacro: boolean } {
  return { name: renderMacroString(domain), hasMacro: domain.some(({ kind }) => kind === 'macro') };
}

function optionalNameOf(domain: MacroString | null): { name: string | null; hasMacro: boolean } {
  return domain ? nameOf(domain) : { name: null, hasMacro: false };
}
