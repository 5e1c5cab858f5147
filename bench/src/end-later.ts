/** Takes what must be ended or deleted when the run is over; the last is ended first. */
export type EndLater = (end: () => Promise<void> | void) => void;

/** A list of endings that runs once, whether the work succeeds, fails or is interrupted. */
export function collectEndings(): { endLater: EndLater; endAll: () => Promise<void> } {
  const endings: (() => Promise<void> | void)[] = [];
  return {
    endLater: (end) => void endings.push(end),
    endAll: async () => {
      for (let end = endings.pop(); end !== undefined; end = endings.pop()) {
        try {
          await end();
        } catch (error) {
          process.stderr.write(`Ending a part of the benchmark failed: ${String(error)}\n`);
        }
      }
    },
  };
}
