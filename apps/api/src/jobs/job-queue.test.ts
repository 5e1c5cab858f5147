import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../db/client.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { defineJob } from './job.ts';
import { createJobQueue } from './job-queue.ts';

const app = useTestApp({ webhooks: false });

test('a job that fails is tried again alone: the others of its batch run once, and nobody gets a mail twice [MBX-13]', async () => {
  const numbered = defineJob<{ number: number }>('numbered');
  const runs: number[] = [];
  const run = async ({ number }: { number: number }) => {
    runs.push(number);
    if (number === 2) throw new Error('The mail server is away.');
  };
  const queue = createJobQueue(app.deps.db, app.deps.log);
  await queue.start([{ queue: numbered.queue, run }]);
  await app.deps.db.asSystem(async (tx) => {
    for (let number = 1; number <= 12; number += 1) await queue.enqueue(tx, numbered, { number });
  });
  const states = () =>
    app.deps.db.asSystem(async (tx) => {
      await tx.execute(sql`set local role none`);
      return rowsOf<{ state: string; count: number }>(
        tx,
        sql`select state::text, count(*)::int as count from pgboss.job where name = 'numbered' group by state order by state::text`,
      );
    });
  await expect.poll(states, { timeout: 10_000 }).toEqual([
    { state: 'completed', count: 11 },
    { state: 'retry', count: 1 },
  ]);
  await queue.stop();
  expect(runs.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});
