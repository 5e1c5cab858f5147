import { sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '../db/client.ts';
import type { Clock } from '../runtime/clock.ts';
import { PanelError } from './panel-error.ts';

const LIMIT = 10;
const WINDOW_MILLIS = 15 * 60_000;

/** Makes a statement commit without waiting for the disk. */
const UNHURRIED = sql.raw(`(select set_config('synchronous_commit', 'off', true)) as unhurried`);

/**
 * Counts an attempt for each key before it is made, so that a hundred concurrent ones don't all get through. `forgive` takes the count back
 * after a successful attempt. The counts apply to all processes. They needn't survive a crash of the database, so nobody waits for the disk
 * (ADR 42).
 * @param limit how many are allowed in 15 minutes
 */
export async function countAttempt(
  deps: { db: Database; clock: Clock },
  keys: string[],
  limit = LIMIT,
): Promise<{ forgive: (tx?: Queryable) => Promise<void> }> {
  const now = deps.clock.now();
  const resetsAt = new Date(now.getTime() + WINDOW_MILLIS);
  // Always in the same order, so that two attempts never deadlock.
  const sorted = [...keys].sort();
  const fresh = sql.join(
    sorted.map((key) => sql`(${key}::text, 1, ${resetsAt.toISOString()}::timestamptz)`),
    sql`, `,
  );
  const counted = await rowsOf<{ count: number; resets_at: string | Date }>(
    deps.db.global,
    sql`insert into rate_limit (key, count, resets_at)
      select attempt.* from (values ${fresh}) as attempt (key, count, resets_at), ${UNHURRIED}
      on conflict (key) do update set
        count = case when rate_limit.resets_at <= ${now.toISOString()} then 1 else rate_limit.count + 1 end,
        resets_at = case when rate_limit.resets_at <= ${now.toISOString()} then excluded.resets_at else rate_limit.resets_at end
      returning count, resets_at`,
  );
  const full = counted.filter((row) => row.count > limit).map((row) => new Date(row.resets_at).getTime());
  if (full.length > 0) {
    throw new PanelError('TOO_MANY_ATTEMPTS', {
      retryAfterSeconds: Math.ceil((Math.max(...full) - now.getTime()) / 1000),
    });
  }
  const known = sql.join(
    sorted.map((key) => sql`${key}`),
    sql`, `,
  );
  return {
    forgive: async (tx = deps.db.global) => {
      await tx.execute(
        sql`update rate_limit set count = count - 1 where count > 0 and key in
          (select key from rate_limit where key in (${known}) order by key for update)`,
      );
    },
  };
}
