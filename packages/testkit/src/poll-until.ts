import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 25;

/**
 * Polls until the condition is true. For changes in another process that send no event; inside one process, await the event itself.
 * @throws with `onTimeout()` as its message after the time-out; an error of `condition` ends it at once.
 */
export async function pollUntil(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs, onTimeout }: { timeoutMs: number; onTimeout: () => string },
): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > endsAt) throw new Error(onTimeout());
    await pause(INTERVAL_MS);
  }
}
