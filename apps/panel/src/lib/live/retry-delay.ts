const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * How long to wait before the connection is tried again: twice as long each time, and never all panels at the same moment.
 * `chance` lies from 0 to 1; a server that names a time is asked no sooner.
 */
export function retryDelayMs(failures: number, chance: number, retryAfterSeconds = 0): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return Math.max(full / 2 + (full / 2) * chance, retryAfterSeconds * 1000 * (1 + chance / 4));
}
