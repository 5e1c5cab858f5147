import type { BulkPreview } from './queries.ts';

/** The number of rows that a job would change: neither refused nor already done. */
export const countFeasible = ({ rows }: Pick<BulkPreview, 'rows'>): number =>
  rows.filter(({ ok, effect }) => ok && effect !== 'none').length;
