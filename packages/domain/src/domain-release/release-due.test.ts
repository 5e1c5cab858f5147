import { expect, test } from 'vitest';
import { releaseDueMillis } from './index.ts';

test('a domain is released as soon as its last order has ended, and 30 days later where mail arrives in it [VER-07] [S-05]', () => {
  expect(releaseDueMillis(1_000, { keepsMail: false })).toBe(1_000);
  expect(releaseDueMillis(1_000, { keepsMail: true })).toBe(1_000 + 30 * 86_400_000);
});
