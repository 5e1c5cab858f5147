import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './repository.ts';

/** Bundles the contract as the server's build does, and as it is; prints how many shapes a start makes, and both contracts. */
const DESCRIBE_BOTH = `
import path from 'node:path';
import { build } from 'esbuild';
import { shapesOnDemand } from '${root}/scripts/parts/shapes-on-demand.mjs';
const [dir] = process.argv.slice(1);
const contents = 'export { ALL_OPERATIONS } from "./all-operations.ts"; export { toJSONSchema } from "zod/mini";';
let made = 0;
globalThis.__zod_globalConfig = { postProcessor: () => void (made += 1) };
const describe = async (name, plugins) => {
  const stdin = { contents, resolveDir: '${root}/packages/contract/src', sourcefile: '${root}/packages/contract/src/both.ts', loader: 'ts' };
  const outfile = path.join(dir, name + '.mjs');
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', plugins, absWorkingDir: '${root}', logLevel: 'silent' });
  made = 0;
  const { ALL_OPERATIONS, toJSONSchema } = await import(outfile);
  const shapesAtLoad = made;
  const schemaOf = (shape, io) => toJSONSchema(shape, { io, unrepresentable: 'any' });
  const operations = ALL_OPERATIONS.map((one) => ({ ...one, input: schemaOf(one.input, 'input'), output: schemaOf(one.output, 'output') }));
  const isMadeOnce = ALL_OPERATIONS.every((one) => one.input === one.input && one.output === one.output);
  return { shapesAtLoad, isMadeOnce, operations };
};
const [built, source] = [await describe('built', [shapesOnDemand]), await describe('source', [])];
console.log(JSON.stringify({ built, source }));
`;

type Described = { shapesAtLoad: number; isMadeOnce: boolean; operations: { id: string }[] };

test('the server’s build makes no shape of the contract before it is needed, and then the same as the source', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-contract-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const args = ['--input-type=module', '-e', DESCRIBE_BOTH, dir];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const { built, source } = JSON.parse(stdout) as { built: Described; source: Described };
  expect(built.shapesAtLoad).toBe(0);
  expect(source.shapesAtLoad).toBeGreaterThan(1000);
  expect(built.isMadeOnce).toBe(true);
  expect(built.operations.length).toBeGreaterThan(100);
  expect(built.operations).toEqual(source.operations);
});
