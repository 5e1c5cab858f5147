import { expect, test } from 'vitest';
import { nearTests } from '../../../../scripts/parts/near-tests.mjs';
import { listSourceFiles } from './repository.ts';

const near = (...changed: string[]) => nearTests(changed, listSourceFiles());

test('a change in a feature chooses its tests on every side', () => {
  for (const changed of [
    'packages/domain/src/aliases/limits.ts',
    'packages/contract/src/aliases.ts',
    'apps/api/src/features/aliases/add-alias.ts',
    'apps/panel/locales/en/aliases.json',
  ]) {
    const tests = near(changed);
    expect(tests, changed).toContain('apps/api/src/features/aliases/aliases.test.ts');
    expect(
      tests.some((file) => file.startsWith('packages/domain/src/aliases/')),
      changed,
    ).toBe(true);
    expect(
      tests.every((file) => file.includes('/aliases/')),
      changed,
    ).toBe(true);
  }
});

test('elsewhere a change chooses the tests of its folder, and a changed test itself', () => {
  expect(near('apps/api/src/config/dns-config.ts').every((file) => file.startsWith('apps/api/src/config/'))).toBe(true);
  expect(near('apps/api/src/config/dns-config.ts')).toContain('apps/api/src/config/dns-config.test.ts');
  expect(near('packages/ui/src/overlays/toast.test.tsx')).toContain('packages/ui/src/overlays/toast.test.tsx');
  expect(near('README.md')).toEqual([]);
});
