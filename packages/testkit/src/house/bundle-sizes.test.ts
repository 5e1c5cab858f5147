import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

const BUILD_AND_MEASURE_MS = 240_000;

test(
  'the login screen and every other part of the panel stay within their budgets of script',
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/panel/build/measure-entry.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  },
  BUILD_AND_MEASURE_MS,
);
