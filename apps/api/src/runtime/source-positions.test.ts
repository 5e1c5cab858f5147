import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { builtApi } from '../testing/built-api.ts';

const root = mkdtempSync(path.join(tmpdir(), 'postern-positions-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a stack trace of the built server names the lines of the sources, and a file without a map keeps its own', () => {
  const source = path.join(root, 'apps/wrong.ts');
  const build = path.join(root, 'dist/api/0123');
  for (const folder of [path.dirname(source), build]) mkdirSync(folder, { recursive: true });
  const text = `type Nothing = null;
export function fail(nothing: Nothing): never {
  throw new Error(\`nothing: \${nothing}\`);
}
`;
  writeFileSync(source, text);
  // Next to its later place, as the build does it.
  const options = { sourcemap: 'linked', sourcesContent: false, minifyWhitespace: true, format: 'esm' } as const;
  buildSync({ entryPoints: [source], outfile: path.join(root, 'dist/next/wrong.mjs'), ...options });
  for (const file of ['wrong.mjs', 'wrong.mjs.map'])
    copyFileSync(path.join(root, 'dist/next', file), path.join(build, file));
  copyFileSync(path.join(builtApi(), 'source-positions.mjs'), path.join(build, 'source-positions.mjs'));
  const unmapped = path.join(build, 'unmapped.mjs');
  writeFileSync(unmapped, 'export const call = (work) => work();');
  const main = `import './source-positions.mjs';
import { fail } from './wrong.mjs';
import { call } from './unmapped.mjs';
try { call(() => fail(null)); } catch (error) { console.log(error.stack); }
const noText = Object.assign(new Error(), { toString: null, name: Symbol('x') });
console.log(noText.stack.split('\\n')[0]);`;
  writeFileSync(path.join(build, 'main.mjs'), main);
  const printed = execFileSync(process.execPath, [path.join(build, 'main.mjs')], { encoding: 'utf8' }).split('\n');
  expect(printed[0]).toBe('Error: nothing: null');
  expect(printed[1]).toBe(`    at fail (${source}:3:9)`);
  expect(printed.join('\n')).toContain('/dist/api/0123/unmapped.mjs:1:31)');
  expect(printed).toContain('<error>');
});
