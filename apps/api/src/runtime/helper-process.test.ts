import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HelperProcess } from './helper-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'postern-helper-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, 'helper.mjs');
writeFileSync(
  file,
  `import { existsSync, writeFileSync } from 'node:fs';
process.on('message', (task) => {
  if (task.startsWith?.('once ')) {
    const [, signal, mark] = task.split(' ');
    if (!existsSync(mark)) {
      writeFileSync(mark, '');
      process.kill(process.pid, signal);
      for (;;);
    }
  }
  if (task === 'throw') return process.send({ error: new Error('no font') });
  if (task === 'exit') process.exit(1);
  if (task === 'hang') for (;;);
  if (task === 'eat') for (const all = []; ; ) all.push(Array.from({ length: 1e5 }, String));
  process.send({ value: [task, process.pid] });
});
`,
);

const aHelper = (options: Partial<ConstructorParameters<typeof HelperProcess>[0]> = {}) =>
  new HelperProcess<string, [string, number]>({
    ...{ file, timeoutMillis: 60_000, tryMillis: 50_000, idleMillis: 60_000, waitingMaximum: 5, heapMegabytes: 32 },
    ...options,
  });

test('tasks are answered in order by one helper, which ends when it has nothing to do and starts again with the next', async () => {
  const helper = aHelper({ idleMillis: 20 });
  expect(helper.isRunning).toBe(false);
  const [one, two] = await Promise.all([helper.ask('one'), helper.ask('two')]);
  expect([one[0], two[0]]).toEqual(['one', 'two']);
  expect(two[1]).toBe(one[1]);
  await expect.poll(() => helper.isRunning).toBe(false);
  expect((await helper.ask('three'))[1]).not.toBe(one[1]);
});

test('a task that throws, ends the helper or needs too much memory fails alone, and the next one is answered', async () => {
  const helper = aHelper();
  for (const task of ['throw', 'exit', 'eat']) {
    const [failed, next] = await Promise.allSettled([helper.ask(task), helper.ask('next')]);
    expect(failed, task).toMatchObject({ status: 'rejected', reason: { kind: 'failed' } });
    expect(next, task).toMatchObject({ status: 'fulfilled', value: ['next', expect.any(Number)] });
  }
});

test('a task that never ends is given up with its helper, and the process answers meanwhile; the next task is answered', async () => {
  const helper = aHelper({ timeoutMillis: 1_000 });
  await helper.ask('warm');
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 10);
  await expect(helper.ask('hang')).rejects.toMatchObject({ kind: 'late' });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(20);
  expect((await helper.ask('next'))[0]).toBe('next');
});

test('a task that would wait too long is refused at once, or given up while it waits', async () => {
  const helper = aHelper({ timeoutMillis: 800, waitingMaximum: 1 });
  const [hanging, waiting, refused] = await Promise.allSettled([
    helper.ask('hang'),
    helper.ask('waits'),
    helper.ask('one too many'),
  ]);
  expect([hanging, waiting, refused]).toMatchObject([
    { reason: { kind: 'late' } },
    { reason: { kind: 'late' } },
    { reason: { kind: 'busy' } },
  ]);
});

test.each(['SIGKILL', 'SIGSTOP'])(
  'a helper that gets %s at a task is replaced, its task is tried again, and those that wait are answered after it',
  async (signal) => {
    const helper = aHelper({ tryMillis: 1_500 });
    const before = await helper.ask('warm');
    const mark = path.join(folder, `mark-${signal}`);
    const task = `once ${signal} ${mark}`;
    const [again, next] = await Promise.all([helper.ask(task), helper.ask('next')]);
    expect(existsSync(mark)).toBe(true);
    expect([again[0], next[0]]).toEqual([task, 'next']);
    expect(again[1]).not.toBe(before[1]);
    expect(next[1]).toBe(again[1]);
    await expect.poll(() => isThere(before[1])).toBe(false);
  },
);

/** Whether a process runs. One that has ended and isn't waited for yet would count, but a child is. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
