import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DOMAIN = join(import.meta.dirname, '../../../../../packages/domain/src');
const texts = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../locales/en/domain-connection.json'), 'utf8'),
) as Record<string, string>;

/** The codes of a union type in the domain package: every word in capitals between two marks. */
function codesIn(file: string, from: string, to: string): string[] {
  const source = readFileSync(join(DOMAIN, file), 'utf8');
  const part = source.slice(source.indexOf(from), source.indexOf(to, source.indexOf(from)));
  return [...part.matchAll(/'([A-Z_]{4,})'/g)].map(([, code = '']) => code);
}

test('every finding of a check has a text [VER-01] [VER-06]', () => {
  const found = [
    ...codesIn('domain-connection/finding.ts', 'export type FindingCode', ';\n\n'),
    ...codesIn('spf/parse-spf.ts', 'export type SpfRefusal', ';\n\n'),
    ...codesIn('spf/parse-spf-term.ts', 'export type SpfTermFault', ';\n\n'),
    ...codesIn('spf/merge-spf.ts', 'export type SpfMergeRefusal', ';\n\n'),
  ];
  const faults = codesIn('dns/check-zone.ts', 'export type ZoneFault', 'type Hosts');
  const failures = codesIn('domain-connection/connection-state.ts', 'export type CheckFailure', ';\n\n');
  expect([found.length, faults.length, failures.length]).toEqual([32, 11, 6]);
  const keys = [
    ...found.map((code) => `do.${code}`),
    ...faults.map((code) => `fault.${code}`),
    ...failures.flatMap((code) => [`failure.${code}.title`, `failure.${code}.text`]),
  ];
  expect(keys.filter((key) => !texts[`domainConnection.${key}`])).toEqual([]);
});
