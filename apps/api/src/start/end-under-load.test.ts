import { expect, test } from 'vitest';
import { endRounds } from '../testing/faults/end-under-load.ts';

test('a process that is told to end under load answers every request on a connection that its client reuses [API-01]', async () => {
  expect(await endRounds(1)).toBeGreaterThan(100);
}, 120_000);
