import { expect, test } from 'vitest';
import type { Database, Queryable } from './client.ts';
import { limitTransactions } from './limit-transactions.ts';

test('work in the background has no more transactions at once than it may, and one that fails gives its place on', async () => {
  let running = 0;
  let most = 0;
  const asSystem = async <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => {
    running += 1;
    most = Math.max(most, running);
    try {
      return await work({} as Queryable);
    } finally {
      running -= 1;
    }
  };
  const db = limitTransactions({ asSystem } as Database, 2);
  const numbers = Array.from({ length: 9 }, (_, number) => number);
  const ends = await Promise.allSettled(
    numbers.map((number) =>
      db.asSystem(async () => {
        await new Promise(setImmediate);
        if (number % 3 === 0) throw new Error('It failed.');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : null))).toEqual([
    ...[null, 1, 2, null, 4, 5, null, 7, 8],
  ]);
  expect(await db.asSystem(async () => 'later')).toBe('later');
});
