import path from 'node:path';
import { expect, test } from 'vitest';
import { plantedHouse } from './planted-house.ts';
import { root } from './repository.ts';

/** What the linter must object to: the rule, the file (* becomes a unique name), its text. */
const LINT_FAULTS: [rule: string, place: string, text: string][] = [
  ['no-current-date', 'packages/domain/src/renewal/*.ts', 'export const now = () => Date.now();'],
  ['no-restricted-properties', 'packages/domain/src/renewal/*.ts', 'export const dice = () => Math.random();'],
  ['no-current-date', 'packages/domain/src/renewal/*.ts', 'export const now = () => new Date();'],
  ['no-restricted-globals', 'packages/domain/src/renewal/*.ts', 'export const id = () => crypto.randomUUID();'],
  ['no-restricted-globals', 'packages/domain/src/renewal/*.ts', 'export const mode = () => process.env.MODE;'],
  ['no-restricted-properties', 'apps/api/src/features/renewal/*.ts', 'export const mode = () => process.env.MODE;'],
  [
    'no-current-date',
    'apps/api/src/features/renewal/*.ts',
    'export const isOver = (until: number) => until < Date.now();',
  ],
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

type KnipRun = 'UNUSED_BY_ANYBODY' | 'UNUSED_BY_THE_PRODUCT';

/** A house in which knip runs with the repository's configuration and the arguments of `npm run check`. */
async function houseForKnip(files: Record<string, string>) {
  const { default: config } = (await import(path.join(root, 'knip.json'), { with: { type: 'json' } })) as {
    default: object;
  };
  const runs = (await import(path.join(root, 'scripts/parts/unused-code.mjs'))) as Record<KnipRun, string[]>;
  const house = plantedHouse({
    'package.json': JSON.stringify({
      name: 'house',
      type: 'module',
      workspaces: ['apps/*', 'packages/*', 'packages/adapters/*', 'e2e', 'bench'],
    }),
    'knip.json': JSON.stringify(config),
    'apps/api/package.json': JSON.stringify({
      name: '@postern/api',
      type: 'module',
      dependencies: { '@postern/domain': '1', '@postern/adapter-dns': '1' },
      devDependencies: { vitest: '1' },
    }),
    'apps/api/src/main.ts': '',
    'e2e/package.json': JSON.stringify({ name: '@postern/e2e', type: 'module' }),
    'bench/package.json': JSON.stringify({ name: '@postern/bench', type: 'module' }),
    ...files,
  });
  return (run: KnipRun) => house.run('knip', ...runs[run], '--include', 'files,exports,types');
}

test('the search for unused code names an unused file, export and type, and what a package offers in vain', async () => {
  const knip = await houseForKnip({
    'apps/api/src/main.ts':
      "import { taken } from '@postern/domain/renewal';\nimport { used } from './part.ts';\nused(taken);\n",
    'apps/api/src/part.ts':
      'export const used = (value: number) => value;\nexport const leftOver = () => 2;\nexport type LeftType = 1;\n',
    'apps/api/src/forgotten.ts': 'export const nobody = 1;\n',
    'packages/domain/src/renewal/index.ts': "export { offered, taken } from './days-left.ts';\n",
    'packages/domain/src/renewal/days-left.ts': 'export const taken = 1;\nexport const offered = 2;\n',
    'packages/adapters/dns/src/port.ts': 'export const ofAdapter = 1;\n',
  });
  const { code, output } = await knip('UNUSED_BY_ANYBODY');
  for (const name of ['forgotten.ts', 'leftOver', 'LeftType', 'offered', 'ofAdapter']) expect(output).toContain(name);
  expect(output).not.toMatch(/^(used|taken) /m);
  expect(code).not.toBe(0);
});

const TESTED = {
  'packages/domain/src/renewal/index.ts': "export { taken } from './days-left.ts';\n",
  'packages/domain/src/renewal/renewal.test.ts':
    "import { expect, test } from 'vitest';\nimport { forTests, taken } from './days-left.ts';\ntest('x', () => expect(forTests + taken).toBe(3));\n",
  'apps/api/src/main.ts': "import { taken } from '@postern/domain/renewal';\nconsole.log(taken);\n",
};
const rule = (text: string) => ({ ...TESTED, 'packages/domain/src/renewal/days-left.ts': text });

test('a rule that only its test uses is named, and so is its file', async () => {
  const knip = await houseForKnip({
    ...rule('export const forTests = 1;\nexport const taken = 2;\n'),
    'packages/domain/src/renewal/orphan.ts': 'export const orphan = 1;\n',
    'packages/domain/src/renewal/orphan.test.ts':
      "import { expect, test } from 'vitest';\nimport { orphan } from './orphan.ts';\ntest('x', () => expect(orphan).toBe(1));\n",
  });
  expect((await knip('UNUSED_BY_ANYBODY')).output).not.toMatch(/forTests|orphan/);
  const { code, output } = await knip('UNUSED_BY_THE_PRODUCT');
  expect(output).toContain('forTests');
  expect(output).toContain('orphan.ts');
  expect(output).not.toContain('taken');
  expect(code).not.toBe(0);
});

test('what is marked for a test or for billing may wait for its user, and the mark goes when it has one', async () => {
  const marked = rule('/** @internal */\nexport const forTests = 1;\nexport const taken = forTests + 1;\n');
  const waiting = await houseForKnip({
    ...marked,
    'packages/domain/src/renewal/index.ts':
      "export { taken } from './days-left.ts';\n/** @billing */\nexport { later } from './later.ts';\n",
    'packages/domain/src/renewal/later.ts': '/** @billing S-08 */\nexport const later = 1;\n',
  });
  expect(await waiting('UNUSED_BY_THE_PRODUCT')).toMatchObject({ code: 0 });
  const taken = await houseForKnip(
    rule('export const forTests = 1;\n/** @billing S-08 */\nexport const taken = forTests;\n'),
  );
  const { code, output } = await taken('UNUSED_BY_THE_PRODUCT');
  expect(output).toContain('taken → @billing');
  expect(code).not.toBe(0);
});
