import { renderMacroString } from './parse-macro-string.ts';
import { isMechanism, type SpfMechanism, type SpfRecord, type SpfTerm } from './spf-record.ts';

/**
 * A record in its canonical form: one space between terms, no `+`, names in lower case, and prefixes only where they shorten the address.
 */
export function renderSpf(record: SpfRecord): string {
  return ['v=spf1', ...record.terms.map(renderSpfTerm)].join(' ');
}

/** One term in its canonical form; terms that mean the same mostly look the same. */
export function renderSpfTerm(term: SpfTerm): string {
  if (isMechanism(term)) return `${term.qualifier === '+' ? '' : term.qualifier}${renderMechanism(term)}`;
  const isKnown = term.kind !== 'unknown';
  return `${isKnown ? term.kind : term.name}=${renderMacroString(isKnown ? term.domain : term.value)}`;
}

function renderMechanism(term: SpfMechanism): string {
  if (term.kind === 'all') return 'all';
  if ('address' in term) {
    return `${term.kind}:${term.address}${term.prefix === null ? '' : `/${term.prefix}`}`;
  }
  const domain = term.domain ? `:${renderMacroString(term.domain)}` : '';
  if (term.kind !== 'a' && term.kind !== 'mx') return `${term.kind}${domain}`;
  const ip4 = term.ip4Prefix === null ? '' : `/${term.ip4Prefix}`;
  const ip6 = term.ip6Prefix === null ? '' : `//${term.ip6Prefix}`;
  return `${term.kind}${domain}${ip4}${ip6}`;
}
