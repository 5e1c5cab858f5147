import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { countTrials } from './count-trials.ts';
import { pollUntil } from './poll-until.ts';
import { spawnProcess } from './spawn-process.ts';
import { choosePortBase } from './vitest-mail-stack.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SIGNALS: NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'];
const ENDS_WITHIN_MS = 20_000;

const readOr = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/** A process, its first child, the first child of that one. */
const lineFrom = (pid: number): number[] => {
  const child = Number(readOr(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')[0]);
  const grandchild = Number(readOr(() => readFileSync(`/proc/${child}/task/${child}/children`, 'utf8')).split(' ')[0]);
  return [pid, child, ...(grandchild > 0 && isNode(grandchild) ? [grandchild] : [])];
};

const isNode = (pid: number): boolean =>
  readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes('stack.mjs');

/** The command lines of all processes that have to do with this folder. */
const processesOf = (dir: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({
      command: readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')),
      place: readOr(() => readlinkSync(`/proc/${pid}/cwd`)),
      environment: readOr(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
    }))
    .filter((one) => [one.command, one.place, one.environment].some((text) => text.includes(dir)))
    .map(({ command }) => command);

test('npm run stack ends with all its servers when npm is ended, by whatever signal [API-01]', async ({ task }) => {
  countTrials(task, SIGNALS.length);
  for (const signal of SIGNALS) {
    const dir = await mkdtemp('/tmp/postern-stack-end-');
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const npm = await spawnProcess({
      command: 'npm',
      args: ['run', '-s', 'stack', '--', '--dir', dir, '--port-base', String(await choosePortBase())],
      cwd: ROOT,
      // The panel refuses settings that it doesn't know.
      env: { POSTERN_LONG: undefined },
      ready: { line: /^\{"baseUrl"/ },
      timeoutMs: 180_000,
      endWith: onTestFinished,
    });
    expect(processesOf(dir).length).toBeGreaterThan(5);
    // Ctrl-C reaches npm, its shell and the script; npm passes nothing on then.
    for (const pid of signal === 'SIGINT' ? lineFrom(npm.pid) : [npm.pid]) process.kill(pid, signal);
    await pollUntil(() => processesOf(dir).length === 0, {
      timeoutMs: ENDS_WITHIN_MS,
      onTimeout: () => `after ${signal} these processes run still:\n${processesOf(dir).join('\n')}`,
    });
    await npm.exited;
  }
});
