import path from 'node:path';
import { expect, test } from 'vitest';
import { plantedHouse } from './planted-house.ts';
import { root } from './repository.ts';

/** What the linter must object to: its rule, the folder of the file at fault (the number keeps names apart), the text. */
const LINT_FAULTS: [rule: string, place: string, text: string][] = [
  ['no-restricted-properties', 'packages/domain/src/renewal/*.ts', 'export const now = () => Date.now();'],
  ['no-restricted-properties', 'packages/domain/src/renewal/*.ts', 'export const dice = () => Math.random();'],
  ['no-current-date', 'packages/domain/src/renewal/*.ts', 'export const now = () => new Date();'],
  ['no-restricted-globals', 'packages/domain/src/renewal/*.ts', 'export const id = () => crypto.randomUUID();'],
  ['no-restricted-globals', 'packages/domain/src/renewal/*.ts', 'export const mode = () => process.env.MODE;'],
  ['no-restricted-properties', 'apps/api/src/features/renewal/*.ts', 'export const mode = () => process.env.MODE;'],
  ['no-floating-promises', 'apps/api/src/*.ts', 'export function start() {\n  Promise.resolve(1);\n}'],
  [
    'no-misused-promises',
    'apps/api/src/*.ts',
    'export const start = (work: () => Promise<boolean>) => (work() ? 1 : 2);',
  ],
  ['no-unsafe-member-access', 'apps/api/src/*.ts', "export const name = (JSON.parse('{}') as any).name.first;"],
  ['no-explicit-any', 'apps/api/src/*.ts', 'export const name: any = 1;'],
  ['no-non-null-assertion', 'apps/api/src/*.ts', 'export const first = (names: string[]) => names[0]!;'],
  [
    'switch-exhaustiveness-check',
    'apps/api/src/*.ts',
    "export function text(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}",
  ],
  ['no-default-export', 'apps/api/src/*.ts', 'export default 1;'],
  ['no-whole-zod', 'apps/api/src/*.ts', "import { z } from 'zod';\nexport const name = z.string();"],
  ['no-restricted-imports', 'packages/adapters/mail/src/*.ts', "export { STATUS_CODES } from 'node:http';"],
  ['max-lines', 'apps/api/src/*.ts', `export const ones = [\n${'  1,\n'.repeat(400)}];`],
  ['alt-text', 'apps/panel/src/*.tsx', 'export const Logo = () => <img src="/logo.svg" />;'],
  [
    'rules-of-hooks',
    'apps/panel/src/*.tsx',
    "import { useState } from 'react';\nexport function Page({ isOn }: { isOn: boolean }) {\n  if (isOn) useState(1);\n  return null;\n}",
  ],
  [
    'exhaustive-deps',
    'apps/panel/src/*.tsx',
    "import { useEffect } from 'react';\nexport function Page({ name }: { name: string }) {\n  useEffect(() => {\n    document.title = name;\n  }, []);\n  return null;\n}",
  ],
  [
    'set-state-in-render',
    'apps/panel/src/*.tsx',
    "import { useState } from 'react';\nexport function Page() {\n  const [count, setCount] = useState(0);\n  setCount(count + 1);\n  return <p>{count}</p>;\n}",
  ],
  ['purity', 'apps/panel/src/*.tsx', 'export function Page() {\n  const id = Math.random();\n  return <p>{id}</p>;\n}'],
  [
    'no-focused-tests',
    'apps/api/src/*.test.ts',
    "import { expect, test } from 'vitest';\ntest.only('x', () => expect(1).toBe(1));",
  ],
  [
    'no-disabled-tests',
    'apps/api/src/*.test.ts',
    "import { expect, test } from 'vitest';\ntest.skip('x', () => expect(1).toBe(1));",
  ],
];

type Diagnostics = { diagnostics: { code: string; filename: string }[] };

test('the linter objects to every fault it is there for', async () => {
  const faults = LINT_FAULTS.map(([rule, place, text], number) => ({
    rule,
    file: place.replace('*', `bad-${number}`),
    text: `${text}\n`,
  }));
  const house = plantedHouse(Object.fromEntries(faults.map(({ file, text }) => [file, text])));
  const { code, output } = await house.run(
    'oxlint',
    '--type-aware',
    '--deny-warnings',
    '--format',
    'json',
    'apps',
    'packages',
  );
  const { diagnostics } = JSON.parse(output) as Diagnostics;
  const found = new Set(
    diagnostics.map((diagnostic) => `${diagnostic.code.replace(/.*\((.+)\)/, '$1')} in ${diagnostic.filename}`),
  );
  expect(faults.map(({ rule, file }) => `${rule} in ${file}`).filter((fault) => !found.has(fault))).toEqual([]);
  expect(code).not.toBe(0);
});

test('the linter accepts a rule that takes the time as an argument', async () => {
  const house = plantedHouse({
    'packages/domain/src/renewal/days-left.ts':
      'const DAY_MS = 86_400_000;\n\nexport const daysLeft = (endsAt: Date, now: Date) => Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);\nexport const start = new Date("2026-01-01");\n',
  });
  expect(await house.run('oxlint', '--type-aware', '--deny-warnings', 'packages')).toMatchObject({ code: 0 });
});

test('the compiler objects to a missing undefined check and to syntax that node cannot strip', async () => {
  const house = plantedHouse({
    'packages/domain/src/renewal/bad-index.ts': 'export const first = (names: string[]): string => names[0];\n',
    'packages/domain/src/renewal/bad-syntax.ts': 'export enum Kind {\n  A,\n}\n',
  });
  const { code, output } = await house.run('tsc', '-p', 'tsconfig.json', '--noEmit');
  expect(output).toContain('bad-index.ts(1,');
  expect(output).toContain('bad-syntax.ts(1,');
  expect(code).not.toBe(0);
});

test('the formatter objects to another style', async () => {
  const house = plantedHouse({ 'apps/api/src/bad.ts': 'export const x = "double";\n' });
  const { code, output } = await house.run('biome', 'format', '.');
  expect(output).toContain('bad.ts');
  expect(code).not.toBe(0);
});

test('the search for unused code names an unused file and an unused export', async () => {
  const { default: config } = (await import(path.join(root, 'knip.json'), { with: { type: 'json' } })) as {
    default: object;
  };
  const house = plantedHouse({
    'package.json': JSON.stringify({
      name: 'house',
      type: 'module',
      workspaces: ['apps/*', 'packages/*', 'packages/adapters/*'],
    }),
    'knip.json': JSON.stringify(config),
    'apps/api/package.json': JSON.stringify({ name: '@postern/api', type: 'module' }),
    'apps/api/src/main.ts': "import { used } from './part.ts';\nused();\n",
    'apps/api/src/part.ts': 'export const used = () => 1;\nexport const leftOver = () => 2;\n',
    'apps/api/src/forgotten.ts': 'export const nobody = 1;\n',
  });
  const { code, output } = await house.run('knip', '--no-progress', '--include', 'files,exports');
  expect(output).toContain('forgotten.ts');
  expect(output).toContain('leftOver');
  expect(output).not.toMatch(/^used /m);
  expect(code).not.toBe(0);
});
