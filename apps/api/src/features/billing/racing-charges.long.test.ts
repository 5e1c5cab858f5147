import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChargedServers, startChargedServers } from '../../testing/faults/kill-among-charges.ts';
import { raceUpgradesWithRenewals } from '../../testing/faults/race-among-charges.ts';

const CUSTOMERS = 20;
const ROUNDS = 10;

let ground: ChargedServers;
beforeAll(async () => {
  ground = await startChargedServers();
}, 300_000);
afterAll(() => ground?.stop());

test('of two hundred purchases that race with a renewal, each is paid and there, or neither; each order renews once, and no invoice number is missing [BIL-03] [BIL-06] [PAY-03]', async ({
  task,
}) => {
  countTrials(task, CUSTOMERS * ROUNDS);
  const bought = await raceUpgradesWithRenewals(ground, CUSTOMERS, ROUNDS);
  // Both outcomes were seen.
  expect(bought).toBeGreaterThan(0);
  expect(bought).toBeLessThan(CUSTOMERS * ROUNDS);
});
