import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 25;

/**
 * Asks again and again until the answer is yes. For what happens in another process and sends no event; inside one process await the
 * event itself.
 * @throws with `onTimeout()` as its message when the time is over; whatever `condition` throws ends it at once.
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
