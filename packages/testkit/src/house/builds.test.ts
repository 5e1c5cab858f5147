import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './repository.ts';

/** Builds a small target from each of these texts in turn; prints the folders of the builds. */
const BUILD_EACH = `
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildStale } from '${root}/scripts/parts/build-target.mjs';
import { inRoot } from '${root}/scripts/parts/repository.mjs';
const [dir, ...texts] = process.argv.slice(1);
const place = path.relative(inRoot(), dir);
const build = async (folder) => writeFileSync(path.join(folder, 'main.mjs'), \`export const text = '\${text}';\`);
const target = { name: 'test-' + process.pid, output: place + '/out', required: [], sources: [place + '/sources'], entries: ['main'], build };
let text;
const folders = [];
for (text of texts) {
  writeFileSync(path.join(dir, 'sources/text'), text);
  folders.push(...(await buildStale(target)));
}
console.log(JSON.stringify(folders));
`;

test('a running process keeps its build while others are built, and builds that are no longer used are deleted', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-builds-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(path.join(dir, 'sources'));
  const buildEach = async (...texts: string[]): Promise<string[]> => {
    const args = ['--input-type=module', '-e', BUILD_EACH, dir, ...texts];
    return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as string[];
  };
  const textIn = async (folder: string): Promise<unknown> =>
    ((await import(path.join(folder, 'main.mjs'))) as { text: unknown }).text;
  const [first = '', second = '', again = ''] = await buildEach('first', 'second', 'first');
  expect(again).toBe(first);
  expect([await textIn(first), await textIn(second)]).toEqual(['first', 'second']);
  const many = await buildEach('3', '4', '5', '6', '7', 'second', '8', '9', '10');
  const out = path.join(dir, 'out');
  const builds = readdirSync(out).filter((name) => name !== 'main.mjs');
  expect(builds).toHaveLength(8);
  expect(builds).toContain(path.basename(second));
  expect(builds).not.toContain(path.basename(first));
  expect(readFileSync(path.join(out, 'main.mjs'), 'utf8')).toContain(path.basename(many.at(-1) ?? ''));
});
