import type { Log } from '../runtime/log.ts';

/**
 * Runs work repeatedly, never twice at once in this process. Several processes may run the same sweep, so each sweep takes locks in the
 * database. `stop` tells a running sweep to end, and waits for it. `onSweep` hears of every run, and whether it worked.
 */
export function startSweep(
  name: string,
  everyMillis: number,
  log: Log,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onSweep: (name: string, isDone: boolean) => void = () => {},
): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const stopping = new AbortController();
  const run = () => {
    if (busy) return;
    busy = true;
    running = work(stopping.signal)
      .then(
        () => onSweep(name, true),
        (error: unknown) => {
          onSweep(name, false);
          log.error({ err: error, sweep: name }, 'sweep failed');
        },
      )
      .finally(() => {
        busy = false;
      });
  };
  run();
  const timer = setInterval(run, everyMillis);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
