import type { BulkPreview } from './queries.ts';

/** How many rows a job would do something for: not those that can't be, and not those that are so already. */
export const countFeasible = ({ rows }: Pick<BulkPreview, 'rows'>): number =>
  rows.filter(({ ok, effect }) => ok && effect !== 'none').length;
