import { expect, test } from 'vitest';
import { canShareLogin } from './index.ts';
import { SHARE_LOGIN_WINDOW_DAYS } from './limits.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);

test.each([
  ['just made', 0, true],
  ['30 days old to the millisecond', SHARE_LOGIN_WINDOW_DAYS * DAY_MS, true],
  ['a millisecond older', SHARE_LOGIN_WINDOW_DAYS * DAY_MS + 1, false],
  ['made by a clock that runs ahead', -DAY_MS, true],
] as const)('login info of a domain that is %s is shared or not [MBX-06]', (_, age, isOffered) => {
  expect(canShareLogin(NOW - age, NOW)).toBe(isOffered);
});
