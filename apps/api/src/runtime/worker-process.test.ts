import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { pollUntil } from '@postern/testkit/poll-until';
import { afterAll, expect, test } from 'vitest';
import { Bell } from './bell.ts';
import { WorkerProcess } from './worker-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'postern-worker-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Works until the file `steps` has no line left, and tells each that it took. `hang` waits for the bell or the stop. */
const file = path.join(folder, 'worker.mjs');
const steps = path.join(folder, 'steps');
writeFileSync(
  file,
  `import { readFileSync, writeFileSync } from 'node:fs';
import { serveWork } from ${JSON.stringify(path.join(import.meta.dirname, 'serve-work.ts'))};
serveWork(async ({ secret }, tell) => {
  if (secret === 'wrong') throw new Error('no database');
  // As open connections do.
  setInterval(() => {}, 1_000);
  return async (stop, bell) => {
    for (;;) {
      const [first = '', ...rest] = readFileSync(${JSON.stringify(steps)}, 'utf8').split('\\n');
      writeFileSync(${JSON.stringify(steps)}, rest.join('\\n'));
      if (first === '' || stop.aborted) return;
      tell({ step: first, secret });
      if (first === 'fail') throw new Error('the database is away');
      if (first === 'hang') await bell.heard(600_000);
    }
  };
});
`,
);

type News = { step: string; secret: string };

function aWorker({ secret = 'a "secret"', idleMillis = 60_000 } = {}) {
  const news: News[] = [];
  const waiting: (() => void)[] = [];
  const worker = new WorkerProcess<{ secret: string }, News>({
    ...{ file, env: {}, settings: { secret }, idleMillis, heapMegabytes: 64 },
    onNews: (one) => {
      news.push(one);
      for (const look of waiting) look();
    },
  });
  const told = (step: string) =>
    new Promise<void>((resolve) => {
      const look = () => news.some((one) => one.step === step) && resolve();
      waiting.push(look);
      look();
    });
  const bell = new Bell();
  const stopping = new AbortController();
  const work = () => worker.work(stopping.signal, bell);
  return { worker, news, told, bell, stopping, work, [Symbol.dispose]: () => worker.end() };
}

const write = (...lines: string[]) => writeFileSync(steps, lines.join('\n'));
const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('one process of lower priority works until nothing is left, and its settings are in neither its arguments nor its environment', async () => {
  using one = aWorker();
  write('a', 'b');
  await one.work();
  const { pid } = one.worker;
  write('c');
  await one.work();
  expect(one.news.map(({ step, secret }) => `${step} ${secret}`)).toEqual(
    ['a', 'b', 'c'].map((s) => `${s} a "secret"`),
  );
  expect(one.worker.pid).toBe(pid);
  expect(getPriority(pid ?? 0)).toBeGreaterThan(getPriority());
  for (const place of ['cmdline', 'environ'])
    expect(readFileSync(`/proc/${pid}/${place}`, 'utf8')).not.toContain('secret');
});

test('the bell brings it to look again, also in the moment in which it has found nothing', async () => {
  using one = aWorker();
  write('hang');
  const working = one.work();
  await one.told('hang');
  write('more');
  one.bell.ring();
  await working;
  expect(one.news.map(({ step }) => step)).toEqual(['hang', 'more']);
});

test('told to stop, it ends after the step that it is at', async () => {
  using one = aWorker();
  write('hang', 'left');
  const working = one.work();
  await one.told('hang');
  one.stopping.abort();
  await working;
  expect(one.news.map(({ step }) => step)).toEqual(['hang']);
});

test('one that is killed, can not start or fails is heard of at once, and the next work is done', async () => {
  using one = aWorker();
  write('hang');
  const working = one.work();
  working.catch(() => {});
  await one.told('hang');
  process.kill(one.worker.pid ?? 0, 'SIGKILL');
  await expect(working).rejects.toThrow('SIGKILL');
  write('fail', 'after');
  await expect(one.work()).rejects.toThrow('the database is away');
  await one.work();
  expect(one.news.map(({ step }) => step)).toEqual(['hang', 'fail', 'after']);
  using wrong = aWorker({ secret: 'wrong' });
  await expect(wrong.work()).rejects.toThrow(/no database|has ended/);
  await expect(wrong.work()).rejects.toThrow(/no database|has ended/);
});

test('without work it ends after a while, and starts again for more', async () => {
  using one = aWorker({ idleMillis: 20 });
  write('a');
  await one.work();
  await expect.poll(() => one.worker.pid).toBe(null);
  for (const step of ['b', 'c', 'd']) {
    write(step);
    await one.work();
    // Its end is heard while the next one works.
    one.worker.end();
  }
  expect(one.news.map(({ step }) => step)).toEqual(['a', 'b', 'c', 'd']);
});

test('it ends with the process above it, however that ends', async () => {
  write('hang');
  const parent = path.join(folder, 'parent.mjs');
  const module = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
  writeFileSync(
    parent,
    `import { WorkerProcess } from ${module('worker-process.ts')};
import { Bell } from ${module('bell.ts')};
const worker = new WorkerProcess({ file: ${JSON.stringify(file)}, env: {}, settings: {}, idleMillis: 60_000, heapMegabytes: 64,
  onNews: () => console.log(worker.pid) });
await worker.work(new AbortController().signal, new Bell());
`,
  );
  const above = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(above.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  expect(isThere(pid)).toBe(true);
  above.kill('SIGKILL');
  await pollUntil(async () => !isThere(pid), { timeoutMs: 10_000, onTimeout: () => `${pid} is still there` });
});
