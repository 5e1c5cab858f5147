import { expect, test } from 'vitest';
import { mayRefer } from './index.ts';

test.each([
  [true, 'active', true],
  [false, 'active', false],
  [true, 'onboarding', false],
  [true, 'closed', false],
] as const)('customer %s of a partner that is %s: may refer %s [BRD-05]', (isCustomer, partnerState, expected) => {
  expect(mayRefer({ isCustomer, partnerState })).toBe(expected);
});
