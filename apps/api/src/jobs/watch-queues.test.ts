import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestApp } from '../testing/use-test-app.ts';
import { defineJob } from './job.ts';
import { createJobQueue } from './job-queue.ts';
import { watchQueues } from './watch-queues.ts';

const app = useTestApp({ webhooks: false });
afterEach(() => void vi.useRealTimers());

test('a look names the queues with a job that can start: none for one that waits, runs or is done, nor for a queue that nobody works on [MBX-13]', async () => {
  const { db, log } = app.deps;
  const names = ['now', 'retried', 'later', 'running', 'done', 'empty', 'not-ours'];
  const queue = createJobQueue(db, log);
  await queue.start(names.map((name) => ({ queue: name, run: async () => {} })));
  await queue.stop();
  await db.asSystem(async (tx) => {
    for (const name of names.filter((one) => one !== 'empty')) await queue.enqueue(tx, defineJob<object>(name), {});
    await tx.execute(sql`set local role none`);
    await tx.execute(sql`update pgboss.job set state = 'retry' where name = 'retried'`);
    await tx.execute(sql`update pgboss.job set start_after = now() + interval '1 hour' where name = 'later'`);
    await tx.execute(sql`update pgboss.job set state = 'active' where name = 'running'`);
    await tx.execute(sql`update pgboss.job set state = 'completed' where name = 'done'`);
  });
  const heard: string[] = [];
  const executeSql = async (text: string, values?: unknown[]) => {
    const [names] = values as [string[]];
    const list = sql.join(
      names.map((name) => sql`${name}`),
      sql`, `,
    );
    const [before, after] = text.split('$1::text[]') as [string, string];
    return (await db.global.execute(sql`${sql.raw(before)}array[${list}]${sql.raw(after)}`)) as unknown as {
      rows: never[];
    };
  };
  const watch = watchQueues({ executeSql }, names.slice(0, -1), (name) => heard.push(name), log.error);
  await expect.poll(() => heard.toSorted().join(), { timeout: 10_000 }).toBe('now,retried');
  await watch.stop();
});

test('it asks once a second for all queues together, goes on after a failure, and ends with its last look', async () => {
  vi.useFakeTimers();
  const answers: (() => Promise<{ rows: never[] }>)[] = [];
  const executeSql = vi.fn(async () => answers.shift()?.() ?? { rows: [{ name: 'b' }] as never[] });
  const [onDue, onError] = [vi.fn(), vi.fn()];
  const watch = watchQueues({ executeSql }, ['a', 'b', 'c'], onDue, onError);
  answers.push(() => Promise.reject(new Error('The database is away.')));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([onError.mock.calls.length, onDue.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onDue.mock.calls).toEqual([['b'], ['b'], ['b']]);
  expect(executeSql).toHaveBeenCalledTimes(4);
  const last = Promise.withResolvers<{ rows: never[] }>();
  answers.push(() => last.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  let isStopped = false;
  const stopped = watch.stop().then(() => void (isStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  last.reject(new Error('Connection terminated.'));
  await stopped;
  expect(onError).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(executeSql).toHaveBeenCalledTimes(5);
});
