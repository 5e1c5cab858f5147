import { expect, test } from 'vitest';
import { countFeasible } from './count-feasible.ts';

test('the announced number leaves out refused rows and rows that need no change [MBX-05]', () => {
  const rows = [
    { row: 1, email: 'anna@example.com', ok: false, code: 'LAST_ADMIN' as const },
    { row: 2, email: 'bert@example.com', ok: true, effect: 'none' as const },
    { row: 3, email: 'carl@example.com', ok: true, effect: 'suspend' as const },
  ];
  expect(countFeasible({ rows })).toBe(1);
});
