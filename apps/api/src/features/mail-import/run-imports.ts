import { setTimeout as sleep } from 'node:timers/promises';
import { claimImport } from './claim-import.ts';
import type { RunDeps } from './engine-context.ts';
import { runImport } from './run-import.ts';

/** Imports that one process works on at a time. */
const AT_ONCE = 5;
/** After this time the round ends, so that others get their turn; each import goes on in a later one. */
const ROUND_MILLIS = 60_000;
const LOOK_EVERY_MILLIS = 1_000;

/**
 * Works on the imports that are due, several at a time, in any process. All progress is in the database, so that a process may be killed at
 * any point. `stop` ends the round after the messages that are on their way.
 */
export async function runImports(deps: RunDeps, stop: AbortSignal = new AbortController().signal): Promise<void> {
  const until = performance.now() + ROUND_MILLIS;
  const isStopping = () => stop.aborted || performance.now() > until;
  const running = new Set<Promise<void>>();
  for (;;) {
    while (running.size < AT_ONCE && !isStopping()) {
      const claimed = await claimImport(deps);
      if (claimed === null) break;
      const one: Promise<void> = runImport(deps, claimed, isStopping).finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size === 0) return;
    await Promise.race([...running, sleep(LOOK_EVERY_MILLIS, undefined, { ref: false })]);
  }
}
