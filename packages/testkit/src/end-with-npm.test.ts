import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { spawnProcess } from './spawn-process.ts';

const MODULE = fileURLToPath(new URL('../../../scripts/parts/end-with-npm.mjs', import.meta.url));
const SCRIPT = `
import { endWithNpm } from ${JSON.stringify(MODULE)};
endWithNpm(() => {
  console.log('npm is gone');
  process.exit(0);
});
setInterval(() => {}, 1000);
console.log('running');
`;

test.each([
  ['which becomes the script', 'node run.mjs'],
  ['which stays between npm and the script', 'node run.mjs; true'],
])('a script notices that the npm that started it was killed, with a shell %s', async (_shell, script) => {
  const dir = mkdtempSync('/tmp/postern-npm-');
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(path.join(dir, 'run.mjs'), SCRIPT);
  writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ scripts: { wait: script } }));
  const npm = await spawnProcess({
    command: 'npm',
    args: ['run', 'wait'],
    cwd: dir,
    ready: { line: /^running$/ },
    timeoutMs: 60_000,
    endWith: onTestFinished,
  });
  // Its output is complete only when the script has ended too.
  expect(await npm.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  expect(npm.output()).toContain('npm is gone');
});
