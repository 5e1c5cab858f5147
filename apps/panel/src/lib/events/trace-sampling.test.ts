import { expect, test } from 'vitest';
import { isTraced, traceSampleRate } from './trace-sampling.ts';

test('every visit is traced in development, one in ten in a release [EVT-01]', () => {
  expect(traceSampleRate(false)).toBe(1);
  expect(traceSampleRate(true)).toBe(0.1);
});

test.each([
  [0.1, 0, true],
  [0.1, 0.099, true],
  [0.1, 0.1, false],
  [0.1, 0.999, false],
  [1, 0.999_999, true],
])('at a rate of %d a draw of %d is traced: %s [EVT-01]', (rate, draw, expected) => {
  expect(isTraced(rate, draw)).toBe(expected);
});
