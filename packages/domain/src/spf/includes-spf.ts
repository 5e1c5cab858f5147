import { renderSpfTerm } from './render-spf.ts';
import { isMechanism, type SpfRecord } from './spf-record.ts';
import { termsThatCount } from './spf-warnings.ts';

/**
 * Whether a record passes everything that the wanted record passes: it has each of the wanted record's pass mechanisms as a pass, before
 * any other verdict, or it passes everyone. Compares the text and looks nothing up, so it doesn't see that a wider network covers a smaller
 * one.
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
