import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findSettings } from './find-settings.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'postern-find-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const serviceFile = path.join(dir, 'panel.env');
const otherFile = path.join(dir, 'other.env');
const evaluationDir = path.join(dir, 'evaluation');
const SERVICE_URL = 'postgresql://postern:secret@127.0.0.1/postern';
writeFileSync(serviceFile, `POSTERN_MODE=production\nDATABASE_URL=${SERVICE_URL}\n`);
writeFileSync(otherFile, 'POSTERN_MODE=production\nDATABASE_URL=postgresql://other/postern\n');
mkdirSync(evaluationDir);
const PATHS = { serviceFile, evaluationDir: path.join(dir, 'none') };

test("a command without settings in its environment takes the service's, so that it works on the service's database", () => {
  const found = findSettings(['doctor'], { HOME: '/root', POSTERN_MODE: '' }, PATHS);
  expect(found).toMatchObject({ args: ['doctor'], source: `settings from ${serviceFile}` });
  expect(found.env).toMatchObject({ HOME: '/root', POSTERN_MODE: 'production', DATABASE_URL: SERVICE_URL });
});

test('settings of the environment count alone, and a named file counts before both: they are never mixed', () => {
  const env = { POSTERN_PORT: '1', DATABASE_URL: 'postgresql://left-over/postern' };
  expect(findSettings(['doctor'], env, PATHS).env).toEqual(env);
  for (const words of [
    ['--settings', otherFile, 'doctor'],
    ['doctor', `--settings=${otherFile}`],
  ])
    expect(findSettings(words, env, PATHS)).toEqual({
      args: ['doctor'],
      env: { POSTERN_MODE: 'production', DATABASE_URL: 'postgresql://other/postern' },
      source: `settings from ${otherFile}`,
    });
});

test('where a service and an evaluation are both here, the command asks which one is meant', () => {
  expect(() => findSettings(['doctor'], {}, { serviceFile, evaluationDir })).toThrow('Say which one you mean');
  expect(findSettings(['doctor'], { POSTERN_MODE: 'evaluation' }, { serviceFile, evaluationDir }).env).toEqual({
    POSTERN_MODE: 'evaluation',
  });
  const none = { serviceFile: path.join(dir, 'missing'), evaluationDir };
  expect(findSettings(['doctor'], {}, none)).toMatchObject({ env: {}, source: 'no settings, so evaluation' });
});

test.each([
  [['--settings'], '--settings needs the name of a file'],
  [['--settings', '/nowhere/panel.env'], 'The file of settings /nowhere/panel.env does not exist.'],
  [['--settings', tmpdir()], "This user can't read the settings in"],
])('a file that can’t be read is refused in one line: %s', (words, says) => {
  expect(() => findSettings(words, {}, PATHS)).toThrow(says);
});
