const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * How long to wait before the next try: twice as long each time, with jitter so that not all panels try at the same moment.
 * `chance` is a random number from 0 to 1. If the server named a time to wait, it is at least that.
 */
export function retryDelayMs(failures: number, chance: number, retryAfterSeconds = 0): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return Math.max(full / 2 + (full / 2) * chance, retryAfterSeconds * 1000 * (1 + chance / 4));
}
