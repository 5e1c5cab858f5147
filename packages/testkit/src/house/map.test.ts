import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { expect, test } from 'vitest';
import { listSourceFiles, root } from './repository.ts';

const map = readFileSync(path.join(root, 'docs/map.md'), 'utf8');
const named = new Set([...map.matchAll(/`([^`]+)`/g)].map((match) => match[1]));
const routeFiles = listSourceFiles().filter((file) => /^apps\/panel\/src\/features\/[^/]+\/routes\.tsx$/.test(file));

test('every operation of the contract has its place in the map', () => {
  expect(ALL_OPERATIONS.map((operation) => operation.id).filter((id) => !named.has(id))).toEqual([]);
});

test('every operation has a row that names its feature', () => {
  const rows = map.split('\n');
  const isNamed = ({ id, feature }: (typeof ALL_OPERATIONS)[number]) =>
    rows.some((row) => row.includes(`\`${id}\``) && new RegExp(`[ (/]${feature}\\b`).test(row));
  expect(
    ALL_OPERATIONS.filter((operation) => !isNamed(operation)).map(({ id, feature }) => `${feature}: ${id}`),
  ).toEqual([]);
});

test('every address of a screen has its place in the map', () => {
  const literal = readFileSync(path.join(root, 'apps/panel/src/lib/paths.ts'), 'utf8');
  const paths = new Map([...literal.matchAll(/(\w+): '(\/[^']*)'/g)].map((match) => [match[1], match[2]]));
  const addresses = routeFiles.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const own = [...text.matchAll(/(?:path|aliases):[^\n]*/g)].map(([line]) => line).join('\n');
    const quoted = [...own.matchAll(/'(\/[^']*)'/g)].map((match) => match[1]);
    return [...quoted, ...[...own.matchAll(/PATHS\.(\w+)/g)].map((match) => paths.get(match[1] ?? ''))];
  });
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => address === undefined || !named.has(address))).toEqual([]);
});
