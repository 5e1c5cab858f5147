import { median, type Sample, spread } from '../load/interleave.ts';

type Bound = { atLeast: number } | { atMost: number };

/** One line of the table: ours beside a peer, beside the limit of the stack, or beside a fixed number. */
export type Comparison = {
  goal: number;
  what: string;
  unit: string;
  ours: Sample;
  other: { name: string; sample: Sample };
  /** Of ours to the other's median; with an absolute bound the other is the bound and this stays within 1. */
  bound: Bound;
};

export const ratioOf = ({ ours, other }: Comparison): number => median(ours) / median(other.sample);

export const isMet = (comparison: Comparison): boolean => {
  const ratio = ratioOf(comparison);
  return 'atLeast' in comparison.bound ? ratio >= comparison.bound.atLeast : ratio <= comparison.bound.atMost;
};

/** The larger spread of the two: how much of the ratio may be the machine's mood. */
export const spreadOf = ({ ours, other }: Comparison): number =>
  Math.max(...[ours, other.sample].map((sample) => (sample.length > 1 ? spread(sample) : 0)));

/** A fixed bound that ours must stay under, as a comparison with it. */
export const within = (goal: number, what: string, unit: string, ours: Sample, limit: number): Comparison => ({
  goal,
  what,
  unit,
  ours,
  other: { name: 'bound', sample: [limit] },
  bound: { atMost: 1 },
});
