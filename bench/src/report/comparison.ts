import { median, type Sample, spread } from '../load/interleave.ts';

type Bound = { atLeast: number } | { atMost: number };

/** One row of the table: ours compared with a peer, with the limit of the stack, or with a fixed number. */
export type Comparison = {
  goal: number;
  what: string;
  unit: string;
  ours: Sample;
  other: { name: string; sample: Sample };
  /** Limit for the ratio of our median to the other's. For a fixed limit, that limit is the other and the ratio stays within 1. */
  bound: Bound;
};

export const ratioOf = ({ ours, other }: Comparison): number => median(ours) / median(other.sample);

/** Without the ratio, which doesn't exist for 0 compared with 0. */
export const isMet = ({ ours, other, bound }: Comparison): boolean => {
  const beside = median(other.sample);
  return 'atLeast' in bound ? median(ours) >= bound.atLeast * beside : median(ours) <= bound.atMost * beside;
};

/** The larger spread of the two, as a measure of how far the ratio may be noise. */
export const spreadOf = ({ ours, other }: Comparison): number =>
  Math.max(...[ours, other.sample].map((sample) => (sample.length > 1 ? spread(sample) : 0)));

/** A comparison with a fixed limit that ours must stay below. */
export const within = (goal: number, what: string, unit: string, ours: Sample, limit: number): Comparison => ({
  goal,
  what,
  unit,
  ours,
  other: { name: 'bound', sample: [limit] },
  bound: { atMost: 1 },
});
