import { countTrials } from '@postern/testkit/count-trials';
import { test } from 'vitest';
import { runWrongClocks } from '../testing/faults/run-wrong-clocks.ts';

const ROUNDS = 20;

test('in twenty processes whose clocks are wrong by up to 200 days and jump, no session ends, no token revives, nothing is deleted [API-01]', async ({
  task,
}) => {
  countTrials(task, ROUNDS);
  await runWrongClocks(ROUNDS);
});
