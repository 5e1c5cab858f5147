import { expect, test } from 'vitest';
import { movingClock } from './moving-clock.ts';

test('a moving clock stands still until it is moved', () => {
  const clock = movingClock('2026-01-31T00:00:00.000Z');
  expect(clock.now()).toEqual(clock.now());
  clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4, ms: 5 });
  expect(clock.now().toISOString()).toBe('2026-02-01T02:03:04.005Z');
  clock.moveTo('2026-01-01T00:00:00.000Z');
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

test('an invalid time is refused', () => {
  expect(() => movingClock('soon')).toThrow('not a time: soon');
});
