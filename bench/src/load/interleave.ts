/** The values of one contender's rounds, in the order they were measured. */
export type Sample = number[];

export const median = (sample: Sample): number => {
  const sorted = [...sample].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** The spread of the rounds, as a share of the median; 0 if all are the same. */
export const spread = (sample: Sample): number => {
  const width = Math.max(...sample) - Math.min(...sample);
  return width === 0 ? 0 : width / median(sample);
};

/**
 * Measures the contenders in turn, A B C A B C …, so that other load on the machine affects all of them. The first round warms
 * up caches and compilers and is discarded.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Record<Name, (isWarmUp: boolean) => Promise<number>>,
): Promise<Record<Name, Sample>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample])) as Record<Name, Sample>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await contenders[name](round === 0);
      if (round > 0) samples[name].push(value);
    }
  }
  return samples;
}
