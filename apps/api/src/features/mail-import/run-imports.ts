import { Bell } from '../../runtime/bell.ts';
import { claimImport } from './claim-import.ts';
import type { RunDeps } from './engine-context.ts';
import { runImport } from './run-import.ts';

/** Imports that one process works on at a time. */
const AT_ONCE = 5;
/** After this time an import stops, so that others get their turn, and continues later. */
const TURN_MILLIS = 60_000;
const LOOK_EVERY_MILLIS = 1_000;

/**
 * Works on the imports that are due, several at a time, in any process, until none is. All progress is in the database, so that a process may
 * be killed at any point. `stop` ends the work after the messages that are on their way. A slow import keeps no other from its turn, and
 * the bell lets a new one begin at once.
 */
export async function runImports(
  deps: RunDeps,
  stop: AbortSignal = new AbortController().signal,
  bell: Bell = new Bell(),
): Promise<void> {
  const running = new Set<Promise<void>>();
  for (;;) {
    const heard = bell.heard(LOOK_EVERY_MILLIS);
    while (running.size < AT_ONCE && !stop.aborted) {
      const claimed = await claimImport(deps).catch(async (error: unknown) => {
        await Promise.all(running);
        throw error;
      });
      if (claimed === null) break;
      const until = performance.now() + TURN_MILLIS;
      const isStopping = () => stop.aborted || performance.now() > until;
      const one: Promise<void> = runImport(deps, claimed, isStopping).finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size === 0) return;
    await Promise.race([...running, heard]);
  }
}
