/** Registers a clean-up for the end of the run. The last one runs first. */
export type Defer = (end: () => Promise<void> | void) => void;

/** Clean-ups that run once, whether the work succeeds, fails or is interrupted. */
export function createCleanUps(): { defer: Defer; cleanUp: () => Promise<void> } {
  const cleanUps: (() => Promise<void> | void)[] = [];
  return {
    defer: (end) => void cleanUps.push(end),
    cleanUp: async () => {
      for (let end = cleanUps.pop(); end !== undefined; end = cleanUps.pop()) {
        try {
          await end();
        } catch (error) {
          process.stderr.write(`Ending a part of the benchmark failed: ${String(error)}\n`);
        }
      }
    },
  };
}
