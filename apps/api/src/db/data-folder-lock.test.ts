import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { spawnServer } from '../testing/start-server.ts';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts';

const MODULE = fileURLToPath(new URL('./data-folder-lock.ts', import.meta.url));

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'postern-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A process that takes the lock and keeps it. A second line of output says that it was refused. */
const holder = () =>
  spawnProcess({
    command: process.execPath,
    args: [
      '--input-type=module',
      '-e',
      `import { lockDataFolder } from ${JSON.stringify(MODULE)}; try { lockDataFolder(${JSON.stringify(dir)}); console.log('taken'); setInterval(() => {}, 1000); } catch (error) { console.log('refused'); }`,
    ],
    ready: { line: /taken|refused/ },
    timeoutMs: 60_000,
    endWith: onTestFinished,
  });

test('a server on a data folder that another one uses refuses to start with a plain sentence', async () => {
  const lock = lockDataFolder(dir);
  const second = await spawnServer({ dataDir: dir, port: 0 });
  onTestFinished(async () => void (await second.end()));
  expect(await second.exited).toEqual({ code: 1, signal: null });
  expect(second.output().trim()).toBe(
    `Postern can't start: Another Postern (process ${process.pid}) is using the data folder ${dir}. Stop it first, or set POSTERN_DATA_DIR to another folder.`,
  );
  lock.release();
}, 60_000);

test("of eight processes that want a dead process's folder at once, one gets it", async () => {
  const dead = await holder();
  await dead.end('SIGKILL');
  const rivals = await Promise.all(Array.from({ length: 8 }, () => holder()));
  expect(rivals.map((rival) => rival.output().trim()).sort()).toEqual([
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'taken',
  ]);
  expect(readdirSync(dir)).toEqual(['postern.lock']);
}, 120_000);

test("the lock of a process that has ended, but that its parent hasn't noticed, is free", async () => {
  const holds = `import { lockDataFolder } from ${JSON.stringify(MODULE)}; lockDataFolder(${JSON.stringify(dir)}); console.log(process.pid); process.kill(process.pid, 'SIGKILL');`;
  // This shell starts it and becomes a program that never asks for its end.
  const parent = await spawnProcess({
    command: '/bin/sh',
    args: ['-c', '"$0" --input-type=module -e "$1" & exec sleep 600', process.execPath, holds],
    ready: { line: /^\d+$/ },
    timeoutMs: 60_000,
    endWith: onTestFinished,
  });
  const zombie = Number(/^\d+$/m.exec(parent.output())?.[0]);
  const state = () =>
    readFileSync(`/proc/${zombie}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .charAt(0);
  await pollUntil(() => state() === 'Z', { timeoutMs: 10_000, onTimeout: () => `its state is ${state()}` });
  lockDataFolder(dir).release();
  expect(state()).toBe('Z');
});

test('a lock is held once in a process, and freed by its release', () => {
  const lock = lockDataFolder(dir);
  expect(() => lockDataFolder(dir)).toThrow(DataFolderInUse);
  lock.release();
  const next = lockDataFolder(dir);
  lock.release();
  expect(() => lockDataFolder(dir)).toThrow(DataFolderInUse);
  next.release();
});
