import { test } from 'vitest';
import { runWrongClocks } from '../testing/faults/run-wrong-clocks.ts';

test('a process whose clock is wrong or jumps ends no session, revives no token and deletes nothing [API-01]', async () => {
  await runWrongClocks(1);
}, 300_000);
