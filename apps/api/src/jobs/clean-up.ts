import type { Retention } from '../config/retention-config.ts';
import type { Database, Queryable } from '../db/client.ts';
import type { Clock } from '../runtime/clock.ts';

/** Deletes a feature's rows that are no longer needed. Runs in its own transaction, which sees all tenants. */
export type CleanUp = (tx: Queryable, now: Date, keep: Retention) => Promise<void>;

/** Runs every clean-up, one after another. Several processes may do it at once. */
export async function runCleanUps(
  deps: { db: Database; clock: Clock; keep: Retention },
  cleanUps: readonly CleanUp[],
): Promise<void> {
  const now = deps.clock.now();
  for (const cleanUp of cleanUps) await deps.db.asSystem((tx) => cleanUp(tx, now, deps.keep));
}
