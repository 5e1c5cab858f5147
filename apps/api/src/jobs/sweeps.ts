import { Bell } from '../runtime/bell.ts';
import type { Log } from '../runtime/log.ts';

/**
 * Runs work repeatedly, never twice at once in this process. Several processes may run the same sweep, so each sweep takes locks in the
 * database. `wake` runs it before its time, or rings the bell of the one that runs. `stop` tells a running sweep to end, and waits for it.
 * `onSweep` hears of every run, and whether it worked.
 */
export function startSweep(
  name: string,
  everyMillis: number,
  log: Log,
  work: (stopping: AbortSignal, bell: Bell) => Promise<unknown>,
  onSweep: (name: string, isDone: boolean) => void = () => {},
): { wake: () => void; stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const stopping = new AbortController();
  const bell = new Bell();
  const run = () => {
    if (busy) return;
    busy = true;
    running = work(stopping.signal, bell)
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
    wake: () => {
      if (stopping.signal.aborted) return;
      bell.ring();
      run();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
