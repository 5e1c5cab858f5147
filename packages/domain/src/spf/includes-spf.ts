import { renderSpfTerm } from './render-spf.ts';
import { isMechanism, type SpfRecord } from './spf-record.ts';
import { termsThatCount } from './spf-warnings.ts';

/**
 * Whether a record passes all that the wanted record passes: each of its pass mechanisms stands there as a pass, before any other verdict,
 * or the record passes everybody. Compares what is written and asks nobody, so a wider network that covers a smaller one is not seen.
 */
export function includesSpf(record: SpfRecord, wanted: SpfRecord): boolean {
  const passing = new Set<string>();
  for (const term of termsThatCount(record).filter(isMechanism)) {
    if (term.qualifier !== '+') break;
    if (term.kind === 'all') return true;
    passing.add(renderSpfTerm(term));
  }
  return termsThatCount(wanted)
    .filter(isMechanism)
    .every((term) => term.kind === 'all' || term.qualifier !== '+' || passing.has(renderSpfTerm(term)));
}
