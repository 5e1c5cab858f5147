import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themesCss } from '../../../../scripts/write-themes.mjs';
import { root } from './repository.ts';

test('the style sheet of the built-in themes is up to date with their rule: npm run themes writes it', () => {
  expect(readFileSync(path.join(root, 'packages/ui/src/themes.css'), 'utf8')).toBe(themesCss());
});
