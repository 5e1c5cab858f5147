import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WorkerThread } from './worker-thread.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'postern-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, 'worker.mjs');
writeFileSync(
  file,
  `import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', (task) => {
  if (task === 'throw') return parentPort.postMessage({ error: new Error('no font') });
  if (task === 'exit') process.exit(1);
  if (task === 'hang') for (;;);
  if (task === 'eat') for (const all = []; ; ) all.push(Array.from({ length: 1e5 }, String));
  parentPort.postMessage({ value: [task, threadId] });
});
`,
);

const aThread = (options: Partial<ConstructorParameters<typeof WorkerThread>[0]> = {}) =>
  new WorkerThread<string, [string, number]>({
    ...{ file, timeoutMillis: 60_000, idleMillis: 60_000, waitingMaximum: 5, heapMegabytes: 32 },
    ...options,
  });

test('tasks are answered in order by one thread, which ends when it has nothing to do and starts again with the next', async () => {
  const thread = aThread({ idleMillis: 20 });
  expect(thread.isRunning).toBe(false);
  const [one, two] = await Promise.all([thread.ask('one'), thread.ask('two')]);
  expect([one[0], two[0]]).toEqual(['one', 'two']);
  expect(two[1]).toBe(one[1]);
  await expect.poll(() => thread.isRunning).toBe(false);
  expect((await thread.ask('three'))[1]).not.toBe(one[1]);
});

test('a task that throws, ends the thread or needs too much memory fails alone: the next one is answered', async () => {
  const thread = aThread();
  for (const task of ['throw', 'exit', 'eat']) {
    const [failed, next] = await Promise.allSettled([thread.ask(task), thread.ask('next')]);
    expect(failed, task).toMatchObject({ status: 'rejected', reason: { kind: 'failed' } });
    expect(next, task).toMatchObject({ status: 'fulfilled', value: ['next', expect.any(Number)] });
  }
});

test('a task that never ends is given up with its thread, and the process answers meanwhile; the next task is answered', async () => {
  const thread = aThread({ timeoutMillis: 1_000 });
  await thread.ask('warm');
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 10);
  await expect(thread.ask('hang')).rejects.toMatchObject({ kind: 'late' });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(20);
  expect((await thread.ask('next'))[0]).toBe('next');
});

test('what would wait too long is refused at once, or given up while it waits', async () => {
  const thread = aThread({ timeoutMillis: 400, waitingMaximum: 1 });
  const [hanging, waiting, refused] = await Promise.allSettled([
    thread.ask('hang'),
    thread.ask('waits'),
    thread.ask('one too many'),
  ]);
  expect([hanging, waiting, refused]).toMatchObject([
    { reason: { kind: 'late' } },
    { reason: { kind: 'late' } },
    { reason: { kind: 'busy' } },
  ]);
});
