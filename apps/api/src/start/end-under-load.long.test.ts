import { countTrials } from '@postern/testkit/count-trials';
import { expect, test } from 'vitest';
import { endRounds } from '../testing/faults/end-under-load.ts';

const ROUNDS = 40;

test('in forty SIGTERMs under load no request on a reused connection is lost [API-01]', async ({ task }) => {
  countTrials(task, ROUNDS);
  expect(await endRounds(ROUNDS)).toBeGreaterThan(ROUNDS * 100);
});
