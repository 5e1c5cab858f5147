import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';
import { pollUntil } from './poll-until.ts';
import { spawnProcess } from './spawn-process.ts';

const node = (program: string) => ({
  command: process.execPath,
  args: ['--input-type=module', '-e', program],
  endWith: onTestFinished,
});
const isGone = (pid: number) => !existsSync(`/proc/${pid}`);

test('a process is ready when it has printed its line, and ends when it is told to', async () => {
  const started = await spawnProcess({
    ...node("console.log('listening'); setInterval(() => {}, 1000);"),
    ready: { line: /^listening$/ },
  });
  expect(started.output()).toBe('listening\n');
  expect(isGone(started.pid)).toBe(false);
  expect(await started.end()).toEqual({ code: null, signal: 'SIGKILL' });
  expect(isGone(started.pid)).toBe(true);
});

test('a process handed to the test runner is killed after the test', async () => {
  const ends: (() => Promise<void>)[] = [];
  const { pid } = await spawnProcess({ command: '/bin/sleep', args: ['600'], endWith: (end) => ends.push(end) });
  expect(ends).toHaveLength(1);
  await ends[0]?.();
  expect(isGone(pid)).toBe(true);
});

test('a process is ready when its address answers', async () => {
  const port = await freePort();
  const program = `import { createServer } from 'node:http'; createServer((_, reply) => reply.end('ok')).listen(${port}, '127.0.0.1');`;
  const server = await spawnProcess({ ...node(program), ready: { url: `http://127.0.0.1:${port}/` } });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.text()).toBe('ok');
  expect(await server.end('SIGTERM')).toEqual({ code: null, signal: 'SIGTERM' });
});

test('a process that ends before it is ready is reported with its output', async () => {
  const start = spawnProcess({ ...node("console.error('no database'); process.exit(3);"), ready: { line: /never/ } });
  await expect(start).rejects.toThrow(/exit code 3[^]*no database/);
});

test('a process that is not ready in time is killed', async () => {
  const start = spawnProcess({
    ...node('console.log(process.pid); setInterval(() => {}, 1000);'),
    ready: { line: /never/ },
    timeoutMs: 1500,
  });
  const error: Error = await start.then(
    () => expect.unreachable(),
    (reason: Error) => reason,
  );
  const pid = Number(/^\d+$/m.exec(error.message)?.[0]);
  expect(pid).toBeGreaterThan(0);
  expect(isGone(pid)).toBe(true);
});

test('a command that does not exist is reported at once', async () => {
  await expect(spawnProcess({ command: '/no/such/command', ready: { line: /^never$/ } })).rejects.toThrow(
    '/no/such/command',
  );
});

test('a killed test process takes its child processes with it', async () => {
  const module = new URL('./spawn-process.ts', import.meta.url).href;
  const program = `
    import { spawnProcess } from '${module}';
    const child = await spawnProcess({ command: '/bin/sleep', args: ['600'] });
    console.log('CHILD ' + child.pid);`;
  const parent = await spawnProcess({ ...node(program), ready: { line: /^CHILD / } });
  const pid = Number(/CHILD (\d+)/.exec(parent.output())?.[1]);
  expect(isGone(pid)).toBe(false);
  await parent.end('SIGKILL');
  await pollUntil(() => isGone(pid), { timeoutMs: 5000, onTimeout: () => `process ${pid} is left` });
});
