import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCountryFile } from './country-of-address.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'postern-countries-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function fileOf(content: string): string {
  const file = path.join(dir, `${content.length}-${Math.abs(content.charCodeAt(0))}.csv`);
  writeFileSync(file, content);
  return file;
}

test.each([
  ['175.45.176.0', 'KP'],
  ['175.45.179.255', 'KP'],
  ['175.45.180.0', null],
  ['::ffff:175.45.177.1', 'KP'],
  ['1.0.0.7', 'AU'],
  ['2001:db8:1::5', 'SY'],
  ['2001:db8:2::5', null],
  ['not an address', null],
])('the address %s is in %s according to the operator’s file [ENT-04]', (address, country) => {
  const file = fileOf('# ranges\n"175.45.176.0","175.45.179.255","KP"\n1.0.0.0/24,au\n2001:db8:1::/48,SY\n');
  expect(readCountryFile(file)(address)).toBe(country);
});

test('a line that is not a range stops the start and is named [ENT-04]', () => {
  expect(() => readCountryFile(fileOf('1.0.0.0/24,AU\n1.0.0.0,AU\n'))).toThrow('Line 2');
  expect(() => readCountryFile(fileOf('9.9.9.9,8.8.8.8,AU\n'))).toThrow('Line 1');
});
