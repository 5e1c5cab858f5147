import type { Database } from './client.ts';

/**
 * The same database for work in the background, with no more than so many transactions at once, so that connections are left for those who
 * wait for an answer. A transaction must not start another one on it.
 */
export function limitTransactions(db: Database, most: number): Database {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    ...db,
    asSystem: async (work, options) => {
      // Whoever ends hands its place on, so nobody can get in between.
      if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve));
      else running += 1;
      try {
        return await db.asSystem(work, options);
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
