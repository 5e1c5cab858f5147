import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

const BUILD_AND_MEASURE_MS = 240_000;

test(
  'the sign-in and the list of mailboxes stay within their budgets as sent, and every part of the panel within its own of script',
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/panel/build/measure-entry.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  },
  BUILD_AND_MEASURE_MS,
);
