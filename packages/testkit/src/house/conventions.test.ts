import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, root } from './repository.ts';

const MOST_LINES = 400;
const files = listSourceFiles();
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Names that only say that the author didn't know where the code belongs. */
const EMPTY_NAMES = /^(utils?|helpers?|common|misc|shared|stuff)$/;

test('every source file and folder has a kebab-case name that says what it holds', () => {
  const parts = code.flatMap((file) =>
    file.split('/').map((part) => ({ file, part: part.replace(/(\.[a-z]+)+$/, '') })),
  );
  expect(
    parts
      .filter(({ part }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part) || EMPTY_NAMES.test(part))
      .map(({ file }) => file),
  ).toEqual([]);
});

test('no source file is longer than 400 lines', () => {
  expect(code.filter((file) => textOf(file).split('\n').length - 1 > MOST_LINES)).toEqual([]);
});

test('no comment leaves work for later', () => {
  const mark = new RegExp(`(//|\\*).*\\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\\b`);
  expect(code.filter((file) => mark.test(textOf(file)))).toEqual([]);
});

test('a test title is a sentence of its own: no two in a file are the same', () => {
  const titles = (file: string) =>
    [...textOf(file).matchAll(/^\s*test\(\s*(['"`])(.+?)\1,/gm)].map((match) => match[2]);
  const repeated = tests.filter((file) => new Set(titles(file)).size !== titles(file).length);
  expect(repeated).toEqual([]);
});

test('no test waits for a fixed time', () => {
  const sleeps = /await (sleep|delay|wait)\(\d|page\.waitForTimeout\(|new Promise\(\(?\w*\)? => setTimeout\(/;
  expect(
    tests.filter((file) => file !== 'packages/testkit/src/house/conventions.test.ts' && sleeps.test(textOf(file))),
  ).toEqual([]);
});

test('every job that can be enqueued is worked by a feature', () => {
  const server = code.filter((file) => file.startsWith('apps/api/src/') && !tests.includes(file));
  const namesIn = (files: string[], name: RegExp) =>
    files.flatMap((file) => [...textOf(file).matchAll(name)].map((match) => match[1] ?? '')).sort();
  const declared = namesIn(server, /^export const (\w+) = defineJob\b/gm);
  expect(declared).toContain('SEND_MAIL');
  const features = server.filter((file) => /^apps\/api\/src\/features\/[^/]+\/feature\.ts$/.test(file));
  expect(namesIn(features, /\bonJob\((\w+),/g)).toEqual(declared);
});

/** Forms whose input nobody misses, or that keep it elsewhere. */
const UNGUARDED_FORMS = [
  // They keep it for as long as the purchase or the tab is open.
  /^apps\/panel\/src\/features\/(purchase|sign-in)\//,
  /^apps\/panel\/src\/features\/bulk\/(create-many-screen|undone-lines)\.tsx$/,
  // A password, a code or a confirmation for one press.
  /\/(card-modal|confirm-password-modal|recovery-codes-modal|switch-off-modal|erase-account-modal|sign-in-modal)\.tsx$/,
  // It has its own question, because its table is unsaved until the job has started.
  /^apps\/panel\/src\/features\/bulk\/import-many-screen\.tsx$/,
  // Forms for a staff sign-in, a code or a search.
  /^apps\/panel\/src\/features\/staff\//,
  // A card, which is typed for one press, and the choice of one.
  /^apps\/panel\/src\/features\/upgrade\/pay\/quote-card\.tsx$/,
  /\/lib\/forms\/form\.tsx$/,
];

test('a form of the panel asks before what was typed is lost: it is a `Form`, unless it is listed here', () => {
  const raw = code.filter(
    (file) => file.startsWith('apps/panel/src/') && !tests.includes(file) && /<form[\s>]/.test(textOf(file)),
  );
  expect(raw.length).toBeGreaterThan(5);
  expect(raw.filter((file) => !UNGUARDED_FORMS.some((each) => each.test(file)))).toEqual([]);
});
