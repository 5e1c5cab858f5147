import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themeFiles } from '../../../../scripts/write-themes.mjs';
import { root } from './repository.ts';

test('the style sheet of the built-in themes is up to date with their rule: npm run themes writes it', () => {
  for (const [file, css] of Object.entries(themeFiles())) expect(readFileSync(path.join(root, file), 'utf8')).toBe(css);
});
